import CognitoClient
import FlowRuntime
import FlowTesting
import Foundation
import GatewayServer
import NIOCore
import NIOPosix

// A gateway for tests. Its service and its handlers are the script of a test, which it asks over HTTP.
//
// Usage: scenario-node CONFIG.json URL-OF-THE-TEST

/// The script of the conversation in progress, which the test has.
struct RemoteScript: FlowService {
    let url: String
    let transport = SystemTransport()

    func call(_ request: FlowRequest) async -> FlowReply {
        let reply = await ask("call", ["operation": .string(request.operation), "request": request.body])
        if let body = reply["body"]?.string { return .body(Array(body.utf8)) }
        return .error(type: reply["error"]?.string ?? "", message: reply["message"]?.string ?? "")
    }

    var handlers: FlowHandlers {
        FlowHandlers { work throws(FlowHandlerFailure) in
            let reply = await ask("handle", ["handler": .string(work.handler), "inputs": work.inputs])
            var handlers = StandInHandlers()
            if let outputs = reply["gives"] { handlers.scripts[work.handler] = .gives(outputs) }
            if let failure = reply["fails"]?.string { handlers.scripts[work.handler] = .fails(failure) }
            return FlowHandlerOutputs(try handlers.result(of: work))
        }
    }

    private func ask(_ question: String, _ body: JSONValue) async -> JSONValue {
        let request = HTTPRequest(
            url: url + question, fields: [HTTPField("Content-Type", "application/json")],
            body: Array(body.jsonText.utf8))
        let response = try? await transport.send(request)
        return response.flatMap { JSONValue(json: $0.body) } ?? ["error": "the test is away"]
    }
}

NIOSingletons.unsafeTryInstallSingletonPosixEventLoopGroupAsConcurrencyGlobalExecutor()
// The input ends with the test, however that ends.
Thread.detachNewThread {
    _ = FileHandle.standardInput.readDataToEndOfFile()
    exit(0)
}
let script = RemoteScript(url: CommandLine.arguments[2])
try await Gateway(
    path: CommandLine.arguments[1], environment: ProcessInfo.processInfo.environment, service: script,
    handlers: script.handlers
).run()
