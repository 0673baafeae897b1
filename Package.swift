// swift-tools-version: 6.2
import PackageDescription

/// Strict settings for every target: what the compiler can check, it checks.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A product of another package that only targets behind a trait use, so that hosts without the trait do not resolve it.
func external(_ name: String, _ package: String, _ trait: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait]))
}

let crypto = external("Crypto", "swift-crypto", "Crypto")
let cryptoExtras = external("_CryptoExtras", "swift-crypto", "Crypto")
let argumentParser = external("ArgumentParser", "swift-argument-parser", "Tools")
let systemPackage = external("SystemPackage", "swift-system", "Tools")

/// A library target of ours with the strict settings. The folder of a module of the language begins with its page.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: name.hasPrefix("Flow") ? ["README.md"] : [],
        swiftSettings: strict)
}

/// A test target of ours with the strict settings.
///
/// Most tests' own code is not optimized, even in release mode: that would more than double its compile time. Tests that
/// compute for long are optimized.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    let isOptimized = ["CognitoHandlersTests", "FlowProofTests", "FlowReferenceTests"].contains(name)
    return .testTarget(
        name: name, dependencies: dependencies, exclude: exclude,
        swiftSettings: isOptimized ? strict : strict + [.unsafeFlags(["-Onone"])])
}

let package = Package(
    name: "flowc",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .executable(name: "flowc", targets: ["flowc"]),
        .executable(name: "flowc-run", targets: ["flowc-run"]),
        .plugin(name: "FlowPlugin", targets: ["FlowPlugin"]),
        .plugin(name: "GenerateFlows", targets: ["GenerateFlows"]),
        .library(name: "FlowRuntime", targets: ["FlowRuntime"]),
        .library(name: "FlowObservation", targets: ["FlowObservation"]),
        .library(name: "FlowCompiler", targets: ["FlowCompiler"]),
        .library(name: "FlowTesting", targets: ["FlowTesting"]),
        .library(name: "FlowSealing", targets: ["FlowSealing"]),
        .library(name: "CognitoHandlers", targets: ["CognitoHandlers"]),
        .library(name: "CognitoClient", targets: ["CognitoClient"]),
        .library(name: "UserPool", targets: ["UserPool"]),
        .library(name: "CognitoFlows", targets: ["CognitoFlows"]),
        .library(name: "AmplifyStyle", targets: ["AmplifyStyle"]),
        .library(name: "MobileClientStyle", targets: ["MobileClientStyle"]),
        .library(name: "LegacyUserPoolStyle", targets: ["LegacyUserPoolStyle"]),
    ],
    traits: [
        .trait(name: "Crypto", description: "FlowSealing, the user pool and all products for Amazon Cognito."),
        .trait(name: "Tools", description: "The programs flowc and flowc-run.", enabledTraits: ["Crypto"]),
        .default(enabledTraits: ["Tools"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // Only tests use it: what our own arithmetic is compared with.
        .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
        ),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        // SwiftPM embeds resources as array literals, which take a minute to compile.
        .target(name: "CFlowResources", exclude: ["Templates"]),
        library("FlowResources", ["CFlowResources", "FlowSyntax"]),
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
        library(
            "FlowDiagrams",
            [
                "FlowAnalysis", "FlowCompiler", "FlowDiagnostics", "FlowIR", "FlowSyntax",
                "FlowTable",
            ]),
        library(
            "FlowBindings",
            [
                "FlowAnalysis", "FlowCompiler", "FlowDiagnostics", "FlowEmit", "FlowIR", "FlowSyntax",
                "FlowTable",
            ]),
        library("FlowCore", ["FlowTable"]),
        library("FlowRuntime", ["FlowCore", "FlowTable"]),
        // An observable model of a session. What it is made of needs newer Apple systems than the other modules.
        library("FlowObservation", ["FlowRuntime", "FlowCore"]),
        library("FlowTesting", ["FlowAnalysis", "FlowRuntime", "FlowCore", "FlowTable", "FlowIR"]),
        // A flow as a web page, in which the interpreter plays it.
        .target(
            name: "FlowView",
            dependencies: [
                "FlowAnalysis", "FlowCompiler", "FlowCore", "FlowDiagrams", "FlowEmit", "FlowIR", "FlowResources",
                "FlowSyntax", "FlowTable", "FlowTesting",
            ],
            exclude: ["Page", "README.md"], swiftSettings: strict),
        // Seals pending sign-ins and guards them against rewinding.
        library(
            "FlowSealing", ["FlowRuntime", "FlowCore", "FlowTable", crypto]),
        // How the service writes what a flow says otherwise; for whoever sends a flow's requests.
        library("CognitoWire", ["FlowRuntime", "FlowCore"]),
        library("CognitoHandlers", ["FlowRuntime", "FlowCore", crypto]),
        library(
            "CognitoClient",
            [
                "CognitoWire", "FlowRuntime", "FlowCore", "FlowTable",
                crypto,
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ]),
        library(
            "UserPool",
            [
                "CognitoWire", "CognitoHandlers", "FlowRuntime", "FlowCore",
                crypto,
                cryptoExtras,
            ]),
        // The shipped flows as tables, and what every style has in common.
        library(
            "CognitoFlows",
            [
                "CognitoWire", "FlowSealing", "FlowRuntime", "FlowCore", "FlowTable", "CognitoHandlers",
                "CognitoClient",
            ]),
        // The styles: the names that hosts know, over a flow.
        library(
            "AmplifyStyle",
            ["CognitoFlows", "FlowSealing", "FlowRuntime", "FlowCore", "FlowTable", "CognitoHandlers", "CognitoClient"]),
        library(
            "MobileClientStyle",
            ["CognitoFlows", "FlowRuntime", "FlowCore", "FlowTable", "CognitoHandlers", "CognitoClient"]),
        library(
            "LegacyUserPoolStyle",
            ["CognitoFlows", "FlowRuntime", "FlowCore", "FlowTable", "CognitoHandlers", "CognitoClient"]),
        // A pool behind a port; what it is for is the tool and tests.
        library(
            "UserPoolServer",
            [
                "UserPool", "CognitoClient", "CognitoHandlers", "FlowCore",
                external("NIOCore", "swift-nio", "Tools"),
                external("NIOConcurrencyHelpers", "swift-nio", "Tools"),
                external("NIOPosix", "swift-nio", "Tools"), external("NIOHTTP1", "swift-nio", "Tools"),
            ]),
        // Files and standard streams, for all programs. It needs no other package, since each host builds it for the plugins.
        library("FlowFiles", ["FlowDiagnostics", "FlowResources", "FlowSyntax"]),
        // What both programs are made of. `flowc` starts fast: nothing here may need cryptography, a network or Foundation.
        library(
            "FlowTool",
            [
                "FlowCompiler", "FlowDiagnostics", "FlowFiles", "FlowTesting", "FlowRuntime", "FlowCore", "FlowTable",
                "FlowEmit", "FlowIR", "FlowResources", "FlowSyntax", "CognitoWire",
                argumentParser,
                systemPackage,
            ]),
        .executableTarget(
            name: "flowc",
            dependencies: [
                "FlowTool", "FlowBindings", "FlowCompiler", "FlowDiagnostics", "FlowDiagrams", "FlowTesting",
                "FlowRuntime", "FlowCore", "FlowView",
                "FlowTable",
                "FlowEmit", "FlowIR", "FlowResources", "FlowSyntax",
                argumentParser,
                systemPackage,
            ],
            swiftSettings: strict
        ),
        // The plugins' tool. It needs little, since each host builds it.
        .executableTarget(
            name: "flowc-gen",
            dependencies: ["FlowBindings", "FlowCompiler", "FlowDiagnostics", "FlowEmit", "FlowFiles", "FlowSyntax"],
            swiftSettings: strict),
        // Writes what follows from the table of the language and the declarations of findings; no product has it.
        .executableTarget(name: "source-writer", dependencies: ["FlowSyntax"], swiftSettings: strict),
        .plugin(name: "FlowPlugin", capability: .buildTool(), dependencies: ["flowc-gen"]),
        .plugin(
            name: "GenerateFlows",
            capability: .command(
                intent: .custom(
                    verb: "generate-flows", description: "Generates Swift from the flows of targets, to be committed."),
                permissions: [.writeToPackageDirectory(reason: "It writes Swift files next to the flows.")]),
            dependencies: ["flowc-gen"]),
        // What `flowc` becomes for a conversation with a service and for a pool behind a port.
        .executableTarget(
            name: "flowc-run",
            dependencies: [
                "FlowTool", "FlowCompiler", "FlowDiagnostics", "FlowSealing", "FlowTesting", "FlowRuntime", "FlowCore",
                "FlowTable",
                "CognitoHandlers", "CognitoClient", "UserPool", "UserPoolServer",
                argumentParser,
                systemPackage,
            ],
            swiftSettings: strict
        ),
        // What several test targets share; no product has it.
        .target(
            name: "TestSupport",
            dependencies: [
                "FlowSyntax", "FlowIR", "FlowTable", "FlowChecks", "FlowCore", "FlowEmit", "FlowRuntime",
                "FlowReference",
            ],
            path: "Tests/Support", swiftSettings: strict),
        .target(
            name: "StyleSupport",
            dependencies: [
                "CognitoFlows", "CognitoClient", "CognitoHandlers", "FlowRuntime", "FlowCore", "UserPool",
                "TestSupport",
            ],
            path: "Tests/StyleSupport", swiftSettings: strict),
        // The language a second time, made from Docs/Explanation/Semantics.md: it may use nothing of the compiler but the reader of files.
        .target(
            name: "FlowReference", dependencies: ["FlowSyntax", "FlowDiagnostics"], path: "Tests/FlowReference",
            swiftSettings: strict),
        // Verifies what was proven of a flow; it may use nothing of the compiler, of the table's reader, or of its machine.
        .target(
            name: "CertificateChecker", path: "Tests/CertificateChecker", exclude: ["README.md"], swiftSettings: strict),
        .target(
            name: "CertificateWriter",
            dependencies: [
                "FlowAnalysis", "FlowAutomata", "FlowChecks", "FlowCompiler", "FlowDiagnostics",
                "FlowEmit", "FlowIR", "FlowTable",
            ], path: "Tests/CertificateWriter", swiftSettings: strict),
        tests(
            "FlowReferenceTests",
            [
                "FlowReference", "FlowChecks", "FlowCompiler", "FlowTesting", "FlowRuntime",
                "FlowDiagnostics", "FlowSyntax", "FlowIR", "FlowTable", "FlowCore", "FlowEmit", "TestSupport",
                "CertificateChecker", "CertificateWriter",
            ], exclude: ["Meaning"]),
        tests("FlowDiagnosticsTests", ["FlowDiagnostics"]),
        tests("FlowSyntaxTests", ["FlowSyntax", "FlowDiagnostics", "CLibXML2", "TestSupport"]),
        tests("FlowRuntimeTests", ["FlowRuntime", "FlowTable", "FlowCore", "FlowEmit", "FlowIR", "TestSupport"]),
        tests(
            "FlowObservationTests",
            ["FlowObservation", "CognitoFlows", "CognitoHandlers", "FlowRuntime", "FlowCore", "TestSupport"]),
        // What is killed at each step of a sign-in.
        .executableTarget(
            name: "kept-player",
            dependencies: [
                "CognitoFlows", "CognitoHandlers", "FlowSealing", "FlowTesting", "FlowRuntime", "FlowCore",
                "FlowTable",
            ], path: "Tests/KeptPlayer", swiftSettings: strict),
        tests(
            "FlowSealingTests",
            [
                "kept-player",
                "FlowSealing", "FlowCompiler", "FlowDiagnostics", "FlowTesting", "FlowIR", "CognitoFlows",
                "CognitoHandlers", "FlowRuntime", "FlowCore", "FlowTable", "TestSupport",
            ]),
        tests(
            "FlowTestingTests",
            ["FlowTesting", "FlowRuntime", "FlowCompiler", "FlowIR", "FlowTable", "FlowCore", "TestSupport"]),
        tests("flowcTests", ["flowc", "flowc-gen", "TestSupport"], exclude: ["Services"]),
        // What is killed while it writes.
        .executableTarget(
            name: "store-writer", dependencies: ["CognitoHandlers"], path: "Tests/StoreWriter", swiftSettings: strict),
        // Whose memory is searched after a sign-in.
        .executableTarget(
            name: "memory-subject",
            dependencies: [
                "CognitoClient", "CognitoFlows", "CognitoHandlers", "FlowRuntime", "FlowCore", "FlowTable",
            ], path: "Tests/MemorySubject", swiftSettings: strict),
        tests(
            "flowcRunTests",
            [
                "store-writer", "memory-subject",
                "flowc-run", "flowc", "FlowTool", "FlowTesting", "FlowRuntime", "FlowCore", "FlowTable", "UserPool",
                "UserPoolServer", "CognitoClient", "CognitoHandlers", "TestSupport",
            ],
            exclude: ["Vectors"]),
        tests(
            "CognitoHandlersTests",
            [
                "CognitoHandlers", "CognitoFlows", "FlowSealing", "FlowRuntime", "FlowCore", "FlowTable",
                "FlowCompiler", "TestSupport",
                .product(name: "BigInt", package: "BigInt"), crypto,
            ],
            exclude: ["Vectors"]),
        tests(
            "CognitoClientTests",
            [
                "CognitoClient", "CognitoFlows", "CognitoHandlers", "CognitoWire", "FlowRuntime", "FlowCore",
                "FlowTable",
                "FlowCompiler", "TestSupport",
                crypto,
            ],
            exclude: ["Vectors"]),
        tests(
            "UserPoolTests",
            [
                "UserPool", "UserPoolServer", "CognitoHandlers", "CognitoClient", "FlowRuntime", "FlowCore",
                "FlowTable",
                "FlowCompiler", "TestSupport", crypto,
                cryptoExtras,
            ]),
        tests(
            "AmplifyStyleTests",
            [
                "AmplifyStyle", "CognitoFlows", "CognitoClient", "CognitoHandlers", "FlowSealing", "FlowRuntime",
                "FlowCore", "UserPool",
                "StyleSupport", "TestSupport",
            ]),
        tests(
            "MobileClientStyleTests",
            [
                "MobileClientStyle", "CognitoFlows", "CognitoClient", "CognitoHandlers", "FlowRuntime", "FlowCore",
                "UserPool", "StyleSupport", "TestSupport",
            ]),
        tests(
            "StyleComparisonTests",
            [
                "AmplifyStyle", "MobileClientStyle", "LegacyUserPoolStyle", "CognitoFlows", "CognitoHandlers",
                "FlowCompiler", "FlowRuntime", "FlowCore", "FlowTable", "UserPool", "StyleSupport", "TestSupport",
            ]),
        tests(
            "FlowDiagramsTests",
            [
                "FlowDiagrams", "FlowCompiler", "FlowDiagnostics", "FlowIR", "FlowSyntax", "FlowTable", "FlowTool",
                "TestSupport",
            ],
            exclude: ["kiosk.dot"]),
        tests(
            "FlowBindingsTests",
            [
                "FlowBindings", "FlowCompiler", "FlowDiagnostics", "FlowResources", "FlowSyntax", "FlowTesting",
                "FlowIR",
                "FlowTable", "FlowCore", "FlowRuntime",
                "CognitoHandlers", "UserPool", "TestSupport",
            ]),
        tests("FlowEmitTests", ["FlowEmit", "FlowIR", "FlowTable", "FlowCore", "TestSupport"]),
        tests("FlowTableTests", ["FlowEmit", "FlowIR", "FlowTable", "FlowCore", "TestSupport"]),
        tests("FlowAutomataTests", ["FlowAutomata", "FlowIR", "FlowTable", "TestSupport"]),
        tests("FlowChecksTests", ["FlowChecks", "FlowDiagnostics", "FlowIR", "FlowTable", "TestSupport"]),
        tests(
            "FlowLoweringTests",
            ["FlowLowering", "FlowIR", "FlowDiagnostics", "FlowSyntax", "TestSupport"]),
        tests("FlowScenariosTests", ["FlowScenarios", "FlowDiagnostics", "FlowIR", "FlowSyntax"]),
        tests(
            "FlowProofTests",
            [
                "FlowAnalysis", "FlowChecks", "FlowCompiler", "FlowScenarios", "FlowLowering",
                "FlowEmit", "FlowIR", "FlowCore", "FlowTable",
                "FlowDiagnostics",
                "FlowReference", "FlowSyntax", "FlowTesting", "TestSupport", "CertificateChecker", "CertificateWriter",
            ],
            exclude: ["Defects/Desk", "Mutations/silent.txt", "Grammar/Kernel", "Grammar/executed.txt"]),
        tests(
            "DiagnosticPagesTests",
            ["FlowCompiler", "FlowDiagnostics", "FlowEmit", "FlowResources", "FlowSyntax", "TestSupport"]),
        // The user's own code is written without `any`, as the SDK's apps are.
        .testTarget(
            name: "LegacyUserPoolStyleTests",
            dependencies: [
                "LegacyUserPoolStyle", "CognitoFlows", "UserPool", "CognitoHandlers", "FlowRuntime", "FlowCore",
                "StyleSupport", "TestSupport",
            ],
            swiftSettings: Array(strict.dropFirst())),
        tests(
            "ReadmeTests",
            [
                "FlowCompiler", "FlowRuntime", "CognitoClient", "CognitoHandlers", "UserPool", "AmplifyStyle",
                "CognitoFlows", "TestSupport",
            ]),
        tests(
            "FlowCompilerTests",
            [
                "FlowCompiler", "FlowChecks", "FlowSyntax", "FlowIR", "FlowDiagnostics", "FlowEmit", "FlowCore",
                "FlowTable", "FlowTesting", "TestSupport",
            ],
            exclude: ["Golden", "Facts"]),
    ],
    swiftLanguageModes: [.v6]
)
