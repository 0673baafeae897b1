// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "sign-in-app",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "flowc", path: "..", traits: ["Crypto"])],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "FlowRuntime", package: "flowc"),
                .product(name: "CognitoHandlers", package: "flowc"),
                .product(name: "UserPool", package: "flowc"),
            ],
            plugins: [.plugin(name: "FlowPlugin", package: "flowc")])
    ]
)
