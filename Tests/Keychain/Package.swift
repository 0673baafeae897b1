// swift-tools-version: 6.2
import PackageDescription

/// The settings of the main package's targets.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "flowc-keychain",
    platforms: [.macOS(.v13)],
    targets: [
        // Stands for Apple's framework of this name.
        .target(name: "Security", swiftSettings: strict),
        .target(name: "FlowTable", exclude: ["README.md"], swiftSettings: strict),
        .target(name: "FlowCore", dependencies: ["FlowTable"], exclude: ["README.md"], swiftSettings: strict),
        // Of the main package's target the files that the key chain needs.
        .target(name: "CognitoHandlers", dependencies: ["FlowCore", "Security"], swiftSettings: strict),
        .testTarget(name: "KeychainTests", dependencies: ["CognitoHandlers", "Security"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
