// swift-tools-version: 6.2
import PackageDescription

/// The settings of the main package's targets.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// What cryptography needs.
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

/// A library target of the main package, under its name and in its place.
func library(_ place: String, _ dependencies: [Target.Dependency] = []) -> Target {
    let name = place.split(separator: "/").last.map(String.init) ?? place
    return .target(
        name: name, dependencies: dependencies, path: "Sources/\(place)",
        exclude: name.hasPrefix("Flow") ? ["README.md"] : [], swiftSettings: strict)
}

// The main package's sources once more, so that the sanitizers see them and the fuzz targets reach what is `package`.
let package = Package(
    name: "flowc-fuzz",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
    ],
    targets: [
        .systemLibrary(name: "CLibXML2", path: "Sources/Compiler/CLibXML2", pkgConfig: "libxml-2.0"),
        library("Compiler/FlowDiagnostics"),
        library("Runtime/FlowTable"),
        library("Compiler/FlowIR", ["FlowDiagnostics", "FlowTable"]),
        library("Compiler/FlowSyntax", ["CLibXML2", "FlowDiagnostics"]),
        library(
            "Compiler/FlowLowering",
            ["FlowIR", "FlowDiagnostics", "FlowSyntax", "FlowTable"]),
        library("Compiler/FlowAnalysis", ["FlowIR", "FlowDiagnostics", "FlowTable"]),
        library(
            "Compiler/FlowChecks",
            ["FlowAnalysis", "FlowIR", "FlowDiagnostics", "FlowTable"]),
        library(
            "Compiler/FlowCompiler",
            [
                "CFlowResources", "FlowAnalysis", "FlowChecks", "FlowDiagnostics", "FlowIR", "FlowLowering",
                "FlowSyntax", "FlowTable",
            ]),
        library("Runtime/FlowCore", ["FlowTable"]),
        library("Runtime/FlowRuntime", ["FlowCore", "FlowTable"]),
        library("Runtime/FlowSealing", ["FlowRuntime", "FlowCore", "FlowTable", crypto]),
        library("Cognito/CognitoWire", ["FlowRuntime", "FlowCore"]),
        library("Cognito/CognitoHandlers", ["FlowRuntime", "FlowCore", crypto]),
        library("Cognito/CognitoClient", ["CognitoWire", "FlowRuntime", "FlowCore", "FlowTable", crypto]),
        library(
            "Runtime/FlowTesting",
            ["FlowAnalysis", "FlowDiagnostics", "FlowRuntime", "FlowCore", "FlowTable", "FlowIR"]),
        .target(name: "CFlowResources", path: "Sources/Compiler/CFlowResources", exclude: ["Templates"]),
        library(
            "Tools/FlowTool",
            [
                "FlowCompiler", "FlowDiagnostics", "FlowTesting", "FlowRuntime", "FlowCore", "FlowTable", "FlowIR",
                "FlowSyntax", "CognitoWire", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        library(
            "Cognito/CognitoFlows",
            [
                "CognitoWire", "FlowSealing", "FlowRuntime", "FlowCore", "FlowTable", "CognitoHandlers",
                "CognitoClient",
            ]),
        library(
            "Pool/UserPool",
            [
                "CognitoWire", "CognitoHandlers", "FlowRuntime", "FlowCore", crypto,
                .product(name: "_CryptoExtras", package: "swift-crypto"),
            ]),
        .target(
            name: "TestSupport",
            dependencies: [
                "FlowSyntax", "FlowDiagnostics", "FlowIR", "FlowTable", "FlowChecks", "FlowCore", "FlowCompiler",
                "FlowRuntime",
            ],
            path: "Support", exclude: ["JSON+JSONValue.swift"], swiftSettings: strict),
        // It links with the fuzzer alone, which brings `main`.
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "TestSupport", "FlowTable", "FlowCore", "FlowRuntime", "FlowSealing", "FlowCompiler", "FlowSyntax",
                "FlowDiagnostics", "FlowIR", "FlowTool", "CognitoHandlers", "CognitoClient", "UserPool",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Harness", swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "worst",
            dependencies: ["TestSupport", "FlowTable", "FlowCore", "FlowCompiler", "FlowDiagnostics", "FlowIR"],
            path: "Worst", swiftSettings: strict),
        .executableTarget(
            name: "loads", dependencies: ["TestSupport", "FlowTable", "FlowCore"], path: "Loads",
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
