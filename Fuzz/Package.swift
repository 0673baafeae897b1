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
        .target(
            name: "FlowGrammar", path: "grammar",
            exclude: ["flow.rnc", "service.rnc", "scenario.rnc", "flow.xsd", "service.xsd", "scenario.xsd"],
            resources: [.embedInCode("flow.rng"), .embedInCode("service.rng"), .embedInCode("scenario.rng")],
            swiftSettings: strict),
        library("FlowDiagnostics"),
        library("FlowTable"),
        library("FlowIR", ["FlowDiagnostics", "FlowTable"]),
        library("FlowSyntax", ["CLibXML2", "FlowDiagnostics", "FlowGrammar"]),
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
        .target(
            name: "FlowLibrary", dependencies: ["FlowSyntax"], path: "Sources/FlowLibrary", exclude: ["README.md"],
            resources: [.embedInCode("services"), .embedInCode("library")], swiftSettings: strict),
        .target(
            name: "FlowPages", path: "Sources/FlowPages", exclude: ["README.md"], resources: [.embedInCode("Pages")],
            swiftSettings: strict),
        library("FlowFiles", ["FlowDiagnostics", "FlowLibrary", "FlowSyntax"]),
        library(
            "FlowTool",
            [
                "FlowCompiler", "FlowDiagnostics", "FlowFiles", "FlowTesting", "FlowRuntime", "FlowCore", "FlowTable",
                "FlowEmit", "FlowIR", "FlowSyntax", "FlowPages", "CognitoWire",
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
