// swift-tools-version: 6.2
import PackageDescription

/// The benchmarks stand apart, so that a host of the library never resolves or builds what only they need.
let package = Package(
    name: "flowc-benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "flowc", path: "..")],
    targets: [
        .systemLibrary(
            name: "CLibXML2Reference",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
        ),
        .target(name: "CBench", dependencies: ["CLibXML2Reference"], cSettings: [.unsafeFlags(["-O2"])]),
        .executableTarget(name: "measure", cSettings: [.unsafeFlags(["-O2"])]),
        .target(name: "COpenSSL", cSettings: [.unsafeFlags(["-O2"])]),
        .executableTarget(
            name: "SRPBench",
            dependencies: [
                "COpenSSL", .product(name: "CognitoHandlers", package: "flowc"),
                .product(name: "FlowRuntime", package: "flowc"),
            ]
        ),
        .executableTarget(
            name: "PoolLoad",
            dependencies: [
                .product(name: "CognitoClient", package: "flowc"), .product(name: "CognitoHandlers", package: "flowc"),
                .product(name: "FlowCompiler", package: "flowc"), .product(name: "FlowRuntime", package: "flowc"),
            ]
        ),
        .executableTarget(
            name: "FlowBench",
            dependencies: [
                "CBench",
                .product(name: "FlowRuntime", package: "flowc"),
                .product(name: "FlowCompiler", package: "flowc"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
