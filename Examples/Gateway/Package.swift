// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "gateway",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "flowc", path: "../.."),
        .package(name: "flowc-hosting", path: "../../Hosting"),
        // Without its traits, Hummingbird builds in half the time.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // The pictures of authenticator apps' keys.
        .systemLibrary(
            name: "CQRCode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        // What needs no server: pages, the OpenAPI document, problems, limits and settings.
        .target(
            name: "GatewayCore",
            dependencies: ["CQRCode", .product(name: "FlowRuntime", package: "flowc")], swiftSettings: strict),
        // The routes, cookies, tokens and metrics of a node.
        .target(
            name: "GatewayServer",
            dependencies: [
                "GatewayCore",
                .product(name: "FlowHost", package: "flowc-hosting"),
                .product(name: "FlowRuntime", package: "flowc"),
                .product(name: "FlowSealing", package: "flowc"),
                .product(name: "CognitoClient", package: "flowc"),
                .product(name: "CognitoHandlers", package: "flowc"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "Gateway",
            dependencies: [
                "GatewayServer", .product(name: "FlowRuntime", package: "flowc"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strict),
        .testTarget(
            name: "GatewayCoreTests",
            dependencies: ["GatewayCore", .product(name: "FlowRuntime", package: "flowc")], swiftSettings: strict),
        // A node whose service and handlers are the script of a test.
        .executableTarget(
            name: "scenario-node",
            dependencies: [
                "GatewayServer", .product(name: "FlowRuntime", package: "flowc"),
                .product(name: "FlowTesting", package: "flowc"), .product(name: "CognitoClient", package: "flowc"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ], path: "Tests/ScenarioNode", swiftSettings: strict),
        .testTarget(
            name: "GatewayScenarioTests",
            dependencies: [
                "scenario-node", .product(name: "FlowHost", package: "flowc-hosting"),
                .product(name: "FlowRuntime", package: "flowc"), .product(name: "FlowSealing", package: "flowc"),
                .product(name: "FlowCompiler", package: "flowc"), .product(name: "FlowTesting", package: "flowc"),
                .product(name: "CognitoClient", package: "flowc"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict + [.unsafeFlags(["-Onone"])]),
    ],
    swiftLanguageModes: [.v6]
)
