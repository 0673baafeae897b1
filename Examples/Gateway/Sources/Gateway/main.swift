// The gateway: sign-in flows over HTTP, as an API and as pages. A node keeps no sign-in between two steps.
// Usage: Gateway CONFIG.json [check | openapi]
import FlowRuntime
import Foundation
import GatewayServer
import NIOCore
import NIOPosix

// Swift's tasks run on the threads of the event loops. Otherwise, each step would change its thread many times.
NIOSingletons.unsafeTryInstallSingletonPosixEventLoopGroupAsConcurrencyGlobalExecutor()

let arguments = CommandLine.arguments.dropFirst()
do {
    guard let path = arguments.first, arguments.count <= 2 else {
        throw StartFailure("usage: Gateway CONFIG.json [check | openapi]")
    }
    let gateway = try Gateway(path: path, environment: ProcessInfo.processInfo.environment)
    switch arguments.dropFirst().first {
    case nil: try await gateway.run()
    case "check": print("\(path): \(gateway.flows.count) flow\(gateway.flows.count == 1 ? "" : "s")")
    case "openapi": print(gateway.openAPI.jsonText)
    case let other?: throw StartFailure("there is no command '\(other)'")
    }
} catch {
    let isInUse = (error as? IOError)?.errnoCode == EADDRINUSE
    let message = isInUse ? "listen.port or operations.port is already in use" : "\(error)"
    FileHandle.standardError.write(Data("Gateway: \(message)\n".utf8))
    exit(1)
}
