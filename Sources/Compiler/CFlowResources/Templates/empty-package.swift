// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "sign-in-app",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "flowc", path: "..", traits: [])],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [.product(name: "FlowRuntime", package: "flowc")],
            plugins: [.plugin(name: "FlowPlugin", package: "flowc")])
    ]
)
