import FlowRuntime
import FlowTesting
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The service and the handlers of one conversation at a time, and its trace. Nodes ask it over HTTP.
final class Stage: FlowService {
    private struct State: Sendable {
        var handlers = StandInHandlers()
        var replies: [FlowReply] = []
        var trace: [String] = []
        var notifications: [FlowNotification] = []
        var delivered: JSONValue?
    }

    private let state = Mutex(State())

    var trace: [String] { state.withLock { $0.trace } }

    /// The values of the outcome that a node has delivered to its back end; nil if there is none.
    var delivered: JSONValue? { state.withLock { $0.delivered } }

    /// Begins a conversation.
    func set(_ scripts: [String: StandInHandlers.Script]) {
        state.withLock { $0 = State(handlers: StandInHandlers(scripts: scripts)) }
    }

    /// Sets the replies of the service to the requests of the next event.
    func take(_ replies: [FlowReply]) { state.withLock { $0.replies = replies } }

    /// Adds lines to the trace.
    func say(_ lines: [String]) { state.withLock { $0.trace += lines } }

    /// Keeps a notification, which a reply contains, until the end of its event.
    func keep(_ notification: FlowNotification) { state.withLock { $0.notifications.append(notification) } }

    /// Returns the notifications of an event, in order.
    func takeNotifications() -> [FlowNotification] {
        state.withLock { state in
            defer { state.notifications = [] }
            return state.notifications
        }
    }

    // MARK: The service and the handlers in this process

    func call(_ request: FlowRequest) async -> FlowReply { reply(request.operation, request.body) }

    var handlers: FlowHandlers {
        FlowHandlers { [self] work throws(FlowHandlerFailure) in
            FlowHandlerOutputs(try standIns(work.handler, work.inputs).result(of: work))
        }
    }

    private func reply(_ operation: String, _ request: JSONValue) -> FlowReply {
        say(["call \(operation) \(request.jsonText)"])
        return state.withLock {
            $0.replies.isEmpty ? .error(type: "no-reply-left", message: "") : $0.replies.removeFirst()
        }
    }

    private func standIns(_ name: String, _ inputs: JSONValue) -> StandInHandlers {
        say(["handle \(name) \(inputs.jsonText)"])
        return state.withLock { $0.handlers }
    }

    // MARK: The same over HTTP

    /// Answers the nodes at a free port of this machine, until the task is canceled.
    func serve() async -> (port: Int, server: Task<Void, any Error>) {
        let router = Router()
        router.post("/:question") { [self] request, context in
            var body: [UInt8] = []
            for try await part in request.body { body += part.readableBytesView }
            let answer = answer(context.parameters.get("question") ?? "", JSONValue(json: body) ?? [:])
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: answer.jsonText)))
        }
        var logger = Logger(label: "stage")
        logger.logLevel = .error
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { running.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let server = Task {
            defer { running.finish() }
            try await application.run()
        }
        return (await ports.first { _ in true } ?? 0, server)
    }

    private func answer(_ question: String, _ body: JSONValue) -> JSONValue {
        switch question {
        case "call":
            switch reply(body["operation"]?.string ?? "", body["request"] ?? [:]) {
            case .body(let bytes): return ["body": .string(String(decoding: bytes, as: UTF8.self))]
            case .error(let type, let message): return ["error": .string(type), "message": .string(message)]
            }
        case "handle":
            let name = body["handler"]?.string ?? ""
            switch standIns(name, body["inputs"] ?? [:]).scripts[name] {
            case .gives(let outputs): return ["gives": outputs]
            case .fails(let failure): return ["fails": .string(failure)]
            case nil: return [:]
            }
        default:
            state.withLock { $0.delivered = body["parameters"] }
            return [:]
        }
    }
}
