// swift-tools-version: 6.2
import PackageDescription

/// The settings of the main package's targets.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Without libcurl the client's transport is that of systems whose URL loading works.
let curl: [Target.Dependency] = Context.environment["FLOWC_WITHOUT_CURL"] == nil ? ["CCurl"] : []

/// What cryptography needs.
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

/// A library target of the main package, under its name and in its place.
func library(_ place: String, _ dependencies: [Target.Dependency] = []) -> Target {
    let name = place.split(separator: "/").last.map(String.init) ?? place
    return .target(
        name: name, dependencies: dependencies, path: "Sources/\(place)",
        exclude: name.hasPrefix("Flow") ? ["README.md"] : [], swiftSettings: strict)
}

/// A test target of the main package.
func tests(
    _ place: String, named other: String? = nil, _ dependencies: [Target.Dependency], exclude: [String] = [],
    sources: [String]? = nil
) -> Target {
    let name = other ?? place.split(separator: "/").last.map(String.init) ?? place
    return .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(place)", exclude: exclude,
        sources: sources,
        swiftSettings: name == "CognitoHandlersTests" ? strict : strict + [.unsafeFlags(["-Onone"])])
}

let package = Package(
    name: "flowc-sanitized",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
    ],
    targets: [
        .systemLibrary(name: "CLibXML2", path: "Sources/Compiler/CLibXML2", pkgConfig: "libxml-2.0"),
        .target(name: "CFlowResources", path: "Sources/Compiler/CFlowResources", exclude: ["Templates"]),
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
        library("Runtime/FlowObservation", ["FlowRuntime", "FlowCore"]),
        library("Runtime/FlowSealing", ["FlowRuntime", "FlowCore", "FlowTable", crypto]),
        library("Cognito/CognitoWire", ["FlowRuntime", "FlowCore"]),
        library("Cognito/CognitoHandlers", ["FlowRuntime", "FlowCore", crypto]),
        library("Cognito/CognitoClient", ["CognitoWire", "FlowRuntime", "FlowCore", "FlowTable", crypto] + curl),
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
        library(
            "Pool/UserPoolServer",
            [
                "UserPool", "CognitoClient", "CognitoHandlers", "FlowCore",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        .target(
            name: "TestSupport",
            dependencies: [
                "FlowSyntax", "FlowDiagnostics", "FlowIR", "FlowTable", "FlowChecks", "FlowCore", "FlowCompiler",
                "FlowRuntime",
            ],
            // The reference interpreter is not run here.
            path: "Tests/Support", exclude: ["JSON+JSONValue.swift"], swiftSettings: strict),
        tests("Compiler/FlowSyntaxTests", ["FlowSyntax", "FlowDiagnostics", "CLibXML2"]),
        tests("Runtime/FlowTableTests", ["FlowCompiler", "FlowDiagnostics", "FlowIR", "FlowTable", "FlowCore"]),
        tests(
            "Runtime/FlowRuntimeTests",
            ["FlowRuntime", "FlowTable", "FlowCore", "FlowCompiler", "FlowDiagnostics", "FlowIR"]),
        tests(
            "Runtime/FlowObservationTests", ["FlowObservation", "CognitoFlows", "FlowRuntime", "FlowCore"],
            exclude: ["SwiftUIPageTests.swift"]),
        tests(
            "Cognito/CognitoHandlersTests",
            [
                "CognitoHandlers", "CognitoFlows", "FlowSealing", "FlowRuntime", "FlowCore", "FlowTable",
                "FlowCompiler",
                crypto,
                .product(name: "BigInt", package: "BigInt"),
                // Pure values, for half a minute of an optimised build.
            ], exclude: ["Vectors", "Stores/TokenModelTests.swift"]),
        tests(
            "Cognito/CognitoClientTests",
            [
                "CognitoClient", "CognitoFlows", "CognitoHandlers", "CognitoWire", "FlowRuntime", "FlowCore",
                "FlowTable",
                "FlowCompiler", crypto,
            ], exclude: ["Vectors"]),
        // Of the tests of `flowc-run` those that need no program.
        tests(
            "Tools/flowcRunTests", named: "PoolServerTests",
            ["UserPool", "UserPoolServer", "CognitoClient", "FlowCore"], exclude: ["Vectors"],
            sources: [
                "PoolAccessTests.swift", "PoolLimitsTests.swift", "PoolPort.swift", "PoolServerTests.swift",
                "RawClient.swift",
            ]),
        // What is there to be found.
        tests("PlantedTests", ["CLibXML2"]),
    ],
    swiftLanguageModes: [.v6]
)

if !curl.isEmpty {
    package.targets.append(.systemLibrary(name: "CCurl", path: "Sources/Cognito/CCurl", pkgConfig: "libcurl"))
}
