// swift-tools-version: 6.2
import PackageDescription

/// The settings of the main package's targets.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Without libcurl, the transport of the client is that of systems whose URL loading works.
let curl: [Target.Dependency] = Context.environment["FLOWC_WITHOUT_CURL"] == nil ? ["CCurl"] : []

/// What cryptography needs.
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

/// Whether nothing is optimized but the arithmetic of passwords, which would take too long. The build then takes half the
/// time. Races stay where they are; lifetimes of objects end later than in a program that ships.
let isUnoptimized = Context.environment["FLOWC_UNOPTIMIZED"] != nil

/// The libraries that are never optimized, because their optimized build takes minutes. Except for the lock of `Console`,
/// no pointer in them outlives the closure that receives it.
let plain = [
    "FlowCompiler", "FlowLowering", "FlowAnalysis", "FlowChecks", "FlowTesting", "FlowObservation", "CognitoWire",
    "CognitoFlows", "UserPool",
]

/// The setting of targets whose code is not optimized.
let unoptimized: SwiftSetting = .unsafeFlags(["-Onone"])

/// The path of libFuzzer; nil if nothing is fuzzed.
let fuzzer = Context.environment["FLOWC_FUZZER"]

/// The counters that libFuzzer reads. The compiler accepts them only together with a sanitizer.
let counters: [SwiftSetting] =
    fuzzer == nil
    ? [] : [.unsafeFlags(["-sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table"])]

/// The libraries that read nothing which is fuzzed.
let uncounted = ["CognitoFlows", "FlowObservation", "FlowTesting"]

/// A library target of the main package, under its name and in its place.
func library(_ place: String, _ dependencies: [Target.Dependency] = []) -> Target {
    let name = place.split(separator: "/").last.map(String.init) ?? place
    return .target(
        name: name, dependencies: dependencies, path: "Sources/\(place)",
        exclude: name.hasPrefix("Flow") ? ["README.md"] : [],
        swiftSettings: strict + (uncounted.contains(name) ? [] : counters)
            + (plain.contains(name) || isUnoptimized && name != "CognitoHandlers" ? [unoptimized] : []))
}

/// A test target of the main package.
func tests(_ place: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    let name = place.split(separator: "/").last.map(String.init) ?? place
    return .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(place)", exclude: exclude,
        swiftSettings: strict + [unoptimized])
}

// The main package's sources once more, so that the sanitizers see them, and fuzz targets and tests reach what is `package`.
let package = Package(
    name: "flowc-sanitized",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
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
        library("Cognito/CognitoHandlers", ["CognitoWire", "FlowRuntime", "FlowCore", crypto]),
        library("Cognito/CognitoClient", ["CognitoWire", "FlowRuntime", "FlowCore", "FlowTable", crypto] + curl),
        library(
            "Runtime/FlowTesting",
            ["FlowAnalysis", "FlowDiagnostics", "FlowRuntime", "FlowCore", "FlowTable", "FlowIR"]),
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
            // The reference interpreter is not run here.
            path: "Tests/Support", exclude: ["JSON+JSONValue.swift"],
            swiftSettings: strict + (isUnoptimized ? [unoptimized] : [])),

        // Fuzzing
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "TestSupport", "FlowTable", "FlowCore", "FlowRuntime", "FlowSealing", "FlowCompiler", "FlowSyntax",
                "FlowDiagnostics", "FlowIR", "FlowTool", "CognitoHandlers", "CognitoClient", "UserPool",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Harness", swiftSettings: strict + counters,
            linkerSettings: fuzzer.map { [.unsafeFlags([$0, "-lstdc++"])] } ?? []),
        .executableTarget(
            name: "worst",
            dependencies: ["TestSupport", "FlowTable", "FlowCore", "FlowCompiler", "FlowDiagnostics", "FlowIR"],
            path: "Worst", swiftSettings: strict),
        .executableTarget(
            name: "loads", dependencies: ["TestSupport", "FlowTable", "FlowCore"], path: "Loads",
            swiftSettings: strict),

        // Tests under sanitizers
        tests("Compiler/FlowSyntaxTests", ["FlowSyntax", "FlowDiagnostics", "CLibXML2"]),
        tests("Runtime/FlowTableTests", ["FlowCompiler", "FlowDiagnostics", "FlowIR", "FlowTable", "FlowCore"]),
        tests(
            "Runtime/FlowRuntimeTests",
            ["FlowRuntime", "FlowTable", "FlowCore", "FlowCompiler", "FlowDiagnostics", "FlowIR"]),
        tests(
            "Runtime/FlowObservationTests",
            ["FlowObservation", "FlowCompiler", "CognitoFlows", "FlowRuntime", "FlowCore"],
            exclude: ["SwiftUIPageTests.swift"]),
        tests(
            "Cognito/CognitoHandlersTests",
            [
                "CognitoHandlers", "CognitoFlows", "FlowSealing", "FlowRuntime", "FlowCore", "FlowTable",
                "FlowCompiler",
                crypto,
                .product(name: "BigInt", package: "BigInt"),
            ], exclude: ["Vectors"]),
        tests(
            "Cognito/CognitoClientTests",
            [
                "CognitoClient", "CognitoFlows", "CognitoHandlers", "CognitoWire", "FlowRuntime", "FlowCore",
                "FlowTable",
                "FlowCompiler", crypto,
            ], exclude: ["Vectors"]),
        // What is there to be found.
        tests("Sanitized/PlantedTests", ["CLibXML2"]),
    ],
    swiftLanguageModes: [.v6]
)

// The thread sanitizer's build has no tests that run on one thread.
if isUnoptimized {
    package.targets.removeAll { ["FlowSyntaxTests", "FlowTableTests"].contains($0.name) }
}

if !curl.isEmpty {
    package.targets.append(.systemLibrary(name: "CCurl", path: "Sources/Cognito/CCurl", pkgConfig: "libcurl"))
}

// The folder of dependencies that the release build has compiled, which are linked instead of compiled again. No sanitizer
// watches them: what they do with memory is not this package's matter, and BoringSSL alone takes minutes.
if let compiled = Context.environment["FLOWC_DEPENDENCIES"] {
    package.dependencies = []
    for target in package.targets where target.type != .system {
        target.dependencies.removeAll { if case .productItem = $0 { true } else { false } }
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-I", compiled])]
        guard target.type != .regular else { continue }
        target.linkerSettings =
            (target.linkerSettings ?? []) + [
                .unsafeFlags(["-L\(compiled)", "-ldependencies", "-Xlinker", "-rpath", "-Xlinker", compiled])
            ]
    }
}
