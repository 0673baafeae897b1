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
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(name)",
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
        .systemLibrary(name: "CLibXML2", path: "Sources/CLibXML2", pkgConfig: "libxml-2.0"),
        library("FlowDiagnostics"),
        library("FlowTable"),
        library("FlowIR", ["FlowDiagnostics", "FlowTable"]),
        library("FlowSyntax", ["CLibXML2", "FlowDiagnostics"]),
        library("FlowAutomata", ["FlowIR", "FlowTable"]),
        library(
            "FlowLowering",
            ["FlowAutomata", "FlowDiagnostics", "FlowSyntax", "FlowIR", "FlowTable"]),
        library("FlowAnalysis", ["FlowAutomata", "FlowDiagnostics", "FlowIR", "FlowTable"]),
        library(
            "FlowChecks",
            ["FlowAnalysis", "FlowAutomata", "FlowDiagnostics", "FlowIR", "FlowTable"]),
        library("FlowScenarios", ["FlowDiagnostics", "FlowIR", "FlowSyntax"]),
        library("FlowEmit", ["FlowChecks", "FlowIR", "FlowTable"]),
        library(
            "FlowCompiler",
            [
                "FlowAnalysis", "FlowChecks", "FlowDiagnostics", "FlowEmit", "FlowIR",
                "FlowScenarios", "FlowLowering", "FlowSyntax", "FlowTable",
            ]),
        library("FlowCore", ["FlowTable"]),
        library("FlowRuntime", ["FlowCore", "FlowTable"]),
        library("FlowSealing", ["FlowRuntime", "FlowCore", "FlowTable", crypto]),
        library("CognitoWire", ["FlowRuntime", "FlowCore"]),
        library("CognitoHandlers", ["FlowRuntime", "FlowCore", crypto]),
        library("CognitoClient", ["CognitoWire", "FlowRuntime", "FlowCore", "FlowTable", crypto]),
        library("FlowTesting", ["FlowAnalysis", "FlowRuntime", "FlowCore", "FlowTable", "FlowIR"]),
        .target(name: "CFlowResources", path: "Sources/CFlowResources", exclude: ["Templates"]),
        library("FlowResources", ["CFlowResources", "FlowSyntax"]),
        library("FlowFiles", ["FlowDiagnostics", "FlowResources", "FlowSyntax"]),
        library(
            "FlowTool",
            [
                "FlowCompiler", "FlowDiagnostics", "FlowFiles", "FlowTesting", "FlowRuntime", "FlowCore", "FlowTable",
                "FlowEmit", "FlowIR", "FlowResources", "FlowSyntax", "CognitoWire",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        library(
            "CognitoFlows",
            [
                "CognitoWire", "FlowSealing", "FlowRuntime", "FlowCore", "FlowTable", "CognitoHandlers",
                "CognitoClient",
            ]),
        library(
            "UserPool",
            [
                "CognitoWire", "CognitoHandlers", "FlowRuntime", "FlowCore", crypto,
                .product(name: "_CryptoExtras", package: "swift-crypto"),
            ]),
        .target(
            name: "TestSupport",
            dependencies: ["FlowSyntax", "FlowIR", "FlowTable", "FlowChecks", "FlowCore", "FlowEmit", "FlowRuntime"],
            path: "Support", exclude: ["JSON+JSONValue.swift"], swiftSettings: strict),
        // It links with the fuzzer alone, which brings `main`.
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "TestSupport", "FlowTable", "FlowCore", "FlowRuntime", "FlowSealing", "FlowCompiler", "FlowSyntax",
                "FlowDiagnostics", "FlowEmit", "FlowIR",
                "FlowTool", "CognitoHandlers", "CognitoClient", "UserPool",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Harness", swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "worst", dependencies: ["TestSupport", "FlowTable", "FlowCore", "FlowEmit", "FlowIR"],
            path: "Worst", swiftSettings: strict),
        .executableTarget(
            name: "loads", dependencies: ["TestSupport", "FlowTable", "FlowCore"], path: "Loads",
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
