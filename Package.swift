// swift-tools-version: 6.2
import PackageDescription

/// Strict settings for every target: what the compiler can check, it checks.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The products of other packages that targets use, each with its package and with the trait without which hosts do not
/// resolve the package.
let external: [String: (package: String, trait: String?)] = [
    "Crypto": ("swift-crypto", "Crypto"), "_CryptoExtras": ("swift-crypto", "Crypto"),
    "ArgumentParser": ("swift-argument-parser", "Tools"), "SystemPackage": ("swift-system", "Tools"),
    "NIOCore": ("swift-nio", "Tools"), "NIOConcurrencyHelpers": ("swift-nio", "Tools"),
    "NIOPosix": ("swift-nio", "Tools"), "NIOHTTP1": ("swift-nio", "Tools"), "BigInt": ("BigInt", nil),
]

/// The dependencies with some names, which spaces separate.
func dependencies(_ names: [String]) -> [Target.Dependency] {
    names.flatMap { $0.split(separator: " ") }.map(String.init).map { name in
        if name == "CCurl" { return .target(name: name, condition: .when(platforms: [.linux])) }
        guard let (package, trait) = external[name] else { return .target(name: name) }
        return .product(name: name, package: package, condition: trait.flatMap { .when(traits: [$0]) })
    }
}

/// The name of a target, which is the last part of its path.
func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

/// A library at a path, with the names of its dependencies. The folder of a module of the language begins with its page.
func library(_ path: String, _ uses: String...) -> Target {
    .target(
        name: name(of: path), dependencies: dependencies(uses), path: path,
        exclude: path.contains("/Flow") && path.hasPrefix("Sources") ? ["README.md"] : [], swiftSettings: strict)
}

/// A program at a path.
func program(_ path: String, named other: String? = nil, _ uses: String...) -> Target {
    .executableTarget(
        name: other ?? name(of: path), dependencies: dependencies(uses), path: path, swiftSettings: strict)
}

/// Tests at a path.
///
/// Most tests' own code is not optimized, even in release mode: that would more than double its compile time. Tests that
/// compute for long are optimized.
func tests(_ path: String, _ uses: String..., exclude: [String] = []) -> Target {
    let isOptimized = ["FlowProofTests", "FlowReferenceTests", "TokenModelTests"].contains(name(of: path))
    // The user's own code is written without `any`, as the SDK's apps are.
    let settings = name(of: path) == "LegacyUserPoolStyleTests" ? Array(strict.dropFirst()) : strict
    return .testTarget(
        name: name(of: path), dependencies: dependencies(uses), path: path, exclude: exclude,
        swiftSettings: isOptimized ? settings : settings + [.unsafeFlags(["-Onone"])])
}

let package = Package(
    name: "flowc",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
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
            path: "Sources/Compiler/CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
        ),
        .systemLibrary(
            name: "CCurl",
            path: "Sources/Cognito/CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),

        // Compiler
        // SwiftPM embeds resources as array literals, which take a minute to compile.
        .target(name: "CFlowResources", path: "Sources/Compiler/CFlowResources", exclude: ["Templates"]),
        library("Sources/Compiler/FlowDiagnostics"),
        library("Sources/Compiler/FlowIR", "FlowDiagnostics FlowTable"),
        library("Sources/Compiler/FlowSyntax", "CLibXML2 FlowDiagnostics"),
        library("Sources/Compiler/FlowLowering", "FlowIR FlowDiagnostics FlowSyntax FlowTable"),
        library("Sources/Compiler/FlowAnalysis", "FlowIR FlowDiagnostics FlowTable"),
        library("Sources/Compiler/FlowChecks", "FlowAnalysis FlowIR FlowDiagnostics FlowTable"),
        library(
            "Sources/Compiler/FlowCompiler",
            "FlowAnalysis FlowChecks FlowDiagnostics FlowIR FlowLowering FlowSyntax FlowTable", "CFlowResources"),

        // Runtime
        library("Sources/Runtime/FlowTable"),
        library("Sources/Runtime/FlowCore", "FlowTable"),
        library("Sources/Runtime/FlowRuntime", "FlowCore FlowTable"),
        // An observable model of a session. What it is made of needs newer Apple systems than the other modules.
        library("Sources/Runtime/FlowObservation", "FlowRuntime FlowCore"),
        library("Sources/Runtime/FlowTesting", "FlowAnalysis FlowDiagnostics FlowRuntime FlowCore FlowTable FlowIR"),
        library("Sources/Runtime/FlowSealing", "FlowRuntime FlowCore FlowTable Crypto"),

        // Cognito
        // How the service writes what a flow says otherwise; for whoever sends a flow's requests.
        library("Sources/Cognito/CognitoWire", "FlowRuntime FlowCore"),
        library("Sources/Cognito/CognitoHandlers", "CognitoWire FlowRuntime FlowCore Crypto"),
        library("Sources/Cognito/CognitoClient", "CognitoWire FlowRuntime FlowCore FlowTable Crypto CCurl"),
        library(
            "Sources/Cognito/CognitoFlows",
            "CognitoWire FlowSealing FlowRuntime FlowCore FlowTable CognitoHandlers CognitoClient"),

        // Styles
        library(
            "Sources/Styles/AmplifyStyle",
            "CognitoFlows FlowSealing FlowRuntime FlowCore FlowTable CognitoHandlers CognitoClient"),
        library(
            "Sources/Styles/MobileClientStyle",
            "CognitoFlows FlowRuntime FlowCore FlowTable CognitoHandlers CognitoClient"),
        library(
            "Sources/Styles/LegacyUserPoolStyle",
            "CognitoFlows FlowRuntime FlowCore FlowTable CognitoHandlers CognitoClient"),

        // Pool
        library("Sources/Pool/UserPool", "CognitoWire CognitoHandlers FlowRuntime FlowCore Crypto _CryptoExtras"),
        library(
            "Sources/Pool/UserPoolServer",
            "UserPool CognitoClient CognitoHandlers FlowCore NIOCore NIOConcurrencyHelpers NIOPosix", "NIOHTTP1"),

        // Tools
        .target(
            name: "FlowDiagrams",
            dependencies: dependencies([
                "FlowAnalysis FlowCompiler FlowDiagnostics FlowIR FlowSyntax FlowTable FlowCore FlowTesting"
            ]), path: "Sources/Tools/FlowDiagrams", exclude: ["README.md", "View/Page", "Documentation/Page"],
            swiftSettings: strict),
        // What both programs are made of. `flowc` starts fast: nothing here may need cryptography, a network or Foundation.
        library(
            "Sources/Tools/FlowTool",
            "FlowCompiler FlowDiagnostics FlowTesting FlowRuntime FlowCore FlowTable FlowIR FlowSyntax",
            "CognitoWire ArgumentParser SystemPackage"),
        program(
            "Sources/Tools/flowc",
            "FlowTool FlowCompiler FlowDiagnostics FlowDiagrams FlowTesting FlowRuntime FlowCore",
            "FlowTable FlowIR FlowSyntax ArgumentParser SystemPackage"),
        // The plugins' tool. It needs little, since each host builds it.
        program("Sources/Tools/flowc-gen", "FlowCompiler FlowDiagnostics FlowSyntax"),
        // Writes what follows from the table of the language and the declarations of findings; no product has it.
        program("Sources/Tools/source-writer", "FlowSyntax"),
        // What `flowc` becomes for a conversation with a service and for a pool behind a port.
        program(
            "Sources/Tools/flowc-run",
            "FlowTool FlowCompiler FlowDiagnostics FlowDiagrams FlowSealing FlowTesting FlowRuntime FlowCore FlowTable",
            "CognitoHandlers CognitoClient UserPool UserPoolServer ArgumentParser SystemPackage"),
        .plugin(name: "FlowPlugin", capability: .buildTool(), dependencies: ["flowc-gen"]),
        .plugin(
            name: "GenerateFlows",
            capability: .command(
                intent: .custom(
                    verb: "generate-flows", description: "Generates Swift from the flows of targets, to be committed."),
                permissions: [.writeToPackageDirectory(reason: "It writes Swift files next to the flows.")]),
            dependencies: ["flowc-gen"]),

        // Tests: Compiler
        // The language a second time; it may use nothing of the compiler but the reader of files.
        library("Tests/Compiler/FlowReference", "FlowSyntax FlowDiagnostics"),
        // Verifies what was proven of a flow; it may use nothing of the compiler or of the runtime.
        .target(
            name: "CertificateChecker", dependencies: dependencies([]), path: "Tests/Compiler/CertificateChecker",
            exclude: ["README.md"], swiftSettings: strict),
        library(
            "Tests/Compiler/CertificateWriter", "FlowAnalysis FlowIR FlowChecks FlowCompiler FlowDiagnostics FlowTable"),
        tests(
            "Tests/Compiler/FlowReferenceTests",
            "FlowReference FlowChecks FlowCompiler FlowTesting FlowRuntime FlowDiagnostics FlowSyntax",
            "FlowIR FlowTable FlowCore TestSupport CertificateChecker CertificateWriter", exclude: ["Meaning"]),
        tests("Tests/Compiler/FlowDiagnosticsTests", "FlowDiagnostics"),
        tests("Tests/Compiler/FlowSyntaxTests", "FlowSyntax FlowDiagnostics CLibXML2 TestSupport"),
        tests(
            "Tests/Compiler/FlowBindingsTests",
            "FlowCompiler FlowDiagnostics FlowSyntax FlowTesting FlowIR FlowTable FlowCore FlowRuntime",
            "CognitoHandlers UserPool TestSupport"),
        tests("Tests/Compiler/FlowEmitTests", "FlowCompiler FlowDiagnostics FlowIR FlowTable FlowCore TestSupport"),
        tests("Tests/Compiler/FlowAutomataTests", "FlowDiagnostics FlowIR FlowTable TestSupport"),
        tests("Tests/Compiler/FlowChecksTests", "FlowChecks FlowDiagnostics FlowIR FlowTable TestSupport"),
        tests("Tests/Compiler/FlowLoweringTests", "FlowLowering FlowIR FlowDiagnostics FlowSyntax TestSupport"),
        tests("Tests/Compiler/FlowScenariosTests", "FlowCompiler FlowDiagnostics FlowIR FlowSyntax"),
        tests(
            "Tests/Compiler/FlowProofTests",
            "FlowAnalysis FlowChecks FlowCompiler FlowLowering FlowIR FlowCore FlowTable FlowDiagnostics",
            "FlowReference FlowSyntax FlowTesting TestSupport CertificateChecker CertificateWriter",
            exclude: ["Defects/Desk", "Mutations/silent.txt", "Grammar/Kernel", "Grammar/executed.txt"]),
        tests("Tests/Compiler/DiagnosticPagesTests", "FlowCompiler FlowDiagnostics FlowSyntax TestSupport"),
        tests(
            "Tests/Compiler/FlowCompilerTests",
            "FlowCompiler FlowChecks FlowSyntax FlowIR FlowDiagnostics FlowCore FlowTable FlowTesting", "TestSupport",
            exclude: ["Golden", "Facts"]),

        // Tests: Runtime
        tests(
            "Tests/Runtime/FlowRuntimeTests",
            "FlowRuntime FlowTable FlowCore FlowCompiler FlowDiagnostics FlowIR TestSupport"),
        tests(
            "Tests/Runtime/FlowObservationTests",
            "FlowObservation FlowCompiler CognitoFlows CognitoHandlers FlowRuntime FlowCore TestSupport"),
        // What is killed at each step of a sign-in.
        program(
            "Tests/Runtime/KeptPlayer", named: "kept-player",
            "CognitoFlows CognitoHandlers FlowSealing FlowTesting FlowRuntime FlowCore FlowTable"),
        tests(
            "Tests/Runtime/FlowSealingTests",
            "kept-player FlowSealing FlowCompiler FlowDiagnostics FlowTesting FlowIR CognitoFlows",
            "CognitoHandlers FlowRuntime FlowCore FlowTable TestSupport"),
        tests(
            "Tests/Runtime/FlowTestingTests",
            "FlowTesting FlowRuntime FlowCompiler FlowIR FlowTable FlowCore TestSupport"),
        tests("Tests/Runtime/FlowTableTests", "FlowCompiler FlowDiagnostics FlowIR FlowTable FlowCore TestSupport"),

        // Tests: Cognito
        // What is killed while it writes.
        program("Tests/Cognito/StoreWriter", named: "store-writer", "CognitoHandlers"),
        // Whose memory is searched after a sign-in.
        program(
            "Tests/Cognito/MemorySubject", named: "memory-subject",
            "CognitoClient CognitoFlows CognitoHandlers FlowRuntime FlowCore FlowTable"),
        tests(
            "Tests/Cognito/CognitoHandlersTests",
            "CognitoHandlers CognitoFlows CognitoWire FlowSealing FlowRuntime FlowCore FlowTable FlowCompiler",
            "TestSupport BigInt Crypto", exclude: ["Vectors"]),
        tests("Tests/Cognito/TokenModelTests", "CognitoHandlers TestSupport"),
        tests(
            "Tests/Cognito/CognitoClientTests",
            "CognitoClient CognitoFlows CognitoHandlers CognitoWire FlowRuntime FlowCore FlowTable",
            "FlowCompiler TestSupport Crypto", exclude: ["Vectors"]),

        // Tests: Styles
        library(
            "Tests/Styles/StyleSupport",
            "CognitoFlows CognitoClient CognitoHandlers FlowRuntime FlowCore UserPool TestSupport"),
        tests(
            "Tests/Styles/AmplifyStyleTests",
            "AmplifyStyle CognitoFlows CognitoClient CognitoHandlers FlowSealing FlowRuntime FlowCore",
            "UserPool StyleSupport TestSupport"),
        tests(
            "Tests/Styles/MobileClientStyleTests",
            "MobileClientStyle CognitoFlows CognitoClient CognitoHandlers FlowRuntime FlowCore UserPool",
            "StyleSupport TestSupport"),
        tests(
            "Tests/Styles/StyleComparisonTests",
            "AmplifyStyle MobileClientStyle LegacyUserPoolStyle CognitoFlows CognitoHandlers FlowCompiler",
            "FlowRuntime FlowCore FlowTable UserPool StyleSupport TestSupport"),
        tests(
            "Tests/Styles/LegacyUserPoolStyleTests",
            "LegacyUserPoolStyle CognitoFlows UserPool CognitoHandlers FlowRuntime FlowCore StyleSupport", "TestSupport"
        ),

        // Tests: Pool
        tests(
            "Tests/Pool/UserPoolTests",
            "UserPool UserPoolServer CognitoHandlers CognitoClient CognitoWire FlowRuntime FlowCore FlowTable",
            "FlowCompiler TestSupport Crypto _CryptoExtras"),

        // Tests: Tools
        tests("Tests/Tools/flowcTests", "flowc flowc-gen FlowIR TestSupport", exclude: ["Services"]),
        tests(
            "Tests/Tools/flowcRunTests",
            "store-writer memory-subject flowc-run flowc FlowTool FlowCompiler FlowTesting FlowRuntime FlowCore",
            "FlowTable UserPool UserPoolServer CognitoClient CognitoHandlers TestSupport", exclude: ["Vectors"]),
        tests(
            "Tests/Tools/FlowDiagramsTests",
            "FlowDiagrams FlowAnalysis FlowCompiler FlowDiagnostics FlowIR FlowSyntax FlowTable FlowCore FlowTool",
            "TestSupport", exclude: ["kiosk.dot", "kiosk-site.txt"]),
        tests(
            "Tests/Tools/ReadmeTests",
            "FlowCompiler FlowRuntime CognitoClient CognitoHandlers UserPool AmplifyStyle CognitoFlows", "TestSupport"),

        // Tests: Support
        .target(
            name: "TestSupport",
            dependencies: dependencies([
                "FlowSyntax FlowDiagnostics FlowIR FlowTable FlowChecks FlowCore FlowCompiler FlowRuntime FlowReference"
            ]), path: "Tests/Support", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
