// swift-tools-version: 6.2
import PackageDescription

/// The settings of the main package's targets.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Products of the main package.
func flowc(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "flowc") } }

/// A host for many nodes. It stands apart, so that a host of the runtime resolves and builds nothing that only servers need.
let package = Package(
    name: "flowc-hosting",
    platforms: [.macOS(.v15)],
    products: [.library(name: "FlowHost", targets: ["FlowHost"])],
    dependencies: [
        .package(name: "flowc", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    ],
    targets: [
        .systemLibrary(
            name: "CHiredis", pkgConfig: "hiredis", providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),
        .target(
            name: "FlowHost",
            dependencies: flowc("FlowRuntime", "FlowSealing") + [
                "CHiredis", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"), .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ], swiftSettings: strict),
        // A node in a process of its own, which tests kill.
        .executableTarget(
            name: "flow-node",
            dependencies: flowc("FlowRuntime", "FlowSealing", "CognitoHandlers") + ["FlowHost"], path: "Tests/FlowNode",
            swiftSettings: strict),
        .testTarget(
            name: "FlowHostTests",
            dependencies: flowc("FlowRuntime", "FlowSealing", "FlowCompiler", "FlowTesting", "UserPool") + [
                "FlowHost", "flow-node", .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ], swiftSettings: strict + [.unsafeFlags(["-Onone"])]),
    ],
    swiftLanguageModes: [.v6]
)
