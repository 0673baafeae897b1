import FlowRuntime
import Foundation
import TestSupport

/// A service whose answers a test scripts, in order; without one left it never answers and does not care about cancellation.
actor ScriptedService: FlowService {
    private var replies: [FlowReply]
    private(set) var requests: [FlowRequest] = []

    init(_ replies: FlowReply...) { self.replies = replies }

    func call(_ request: FlowRequest) async -> FlowReply {
        requests = requests + [request]
        if !replies.isEmpty { return replies.removeFirst() }
        return await waitForEver()
    }

    func add(_ reply: FlowReply) { replies.append(reply) }

    /// Waits until so many requests have come.
    func requests(atLeast count: Int) async throws { try await until { await self.requests.count >= count } }
}

/// Collects what closures are told.
final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ line: String) { lock.withLock { lines = lines + [line] } }
    var all: [String] { lock.withLock { lines } }
}

func body(_ text: String) -> FlowReply { .body(Array(text.utf8)) }

let inputs = json(#"{"username":"ana","password":"hunter2"}"#)
let challenge = body(#"{"Challenge":"CODE","Session":"s-1"}"#)
let success = body(#"{"Token":"t-1"}"#)

/// Handlers that prove with a text.
var proving: FlowHandlers {
    var handlers = FlowHandlers()
    handlers.register("prove") { inputs throws(FlowHandlerFailure) in
        ["proof": "proof of \(try inputs.text("password").count)"]
    }
    return handlers
}
