// swift-tools-version: 6.2
import PackageDescription

/// Apps on the command line, one for each style. They stand apart, so that a host of the library never builds them.
func app(_ name: String, _ products: [String]) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["ExamplePool"] + products.map { .product(name: $0, package: "flowc") })
}

let package = Package(
    name: "flowc-examples",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "flowc", path: "..")],
    targets: [
        .target(
            name: "ExamplePool",
            dependencies: [
                .product(name: "CognitoFlows", package: "flowc"), .product(name: "UserPool", package: "flowc"),
                .product(name: "CognitoClient", package: "flowc"), .product(name: "CognitoHandlers", package: "flowc"),
                .product(name: "FlowRuntime", package: "flowc"),
            ]),
        app("AmplifyApp", ["AmplifyStyle"]),
        app("MobileClientApp", ["MobileClientStyle"]),
        app("LegacyApp", ["LegacyUserPoolStyle"]),
        app("AdminServer", ["CognitoFlows", "FlowRuntime"]),
        app("AnyFlowApp", ["CognitoFlows", "FlowRuntime"]),
    ],
    swiftLanguageModes: [.v6]
)
