import CognitoClient
import FlowCore
import FlowRuntime
import Synchronization
import TestSupport
import Testing
import UserPool

/// Every request of every conversation goes wrong once in every way. The host always gets an answer and can always go on or
/// start again; where the flow says retry and the request never arrived, the same session goes on.
///
/// Without `FAULTS=all` each request goes wrong in one of the ways, in turn.
struct FaultTests {
    @Test(arguments: Conversation.all) func hostCanAlwaysGoOn(_ conversation: Conversation) async throws {
        let count = try await Self.count(conversation)
        #expect(count > 0)
        let all = Fault.allCases
        let isWhole = Environment.value("FAULTS") == "all"
        let offset = Conversation.all.firstIndex { $0.testDescription == conversation.testDescription } ?? 0
        for call in 0..<count {
            let faults = isWhole ? all : [all[(call * 4 + offset) % all.count]]
            for fault in faults { try await Self.play(conversation, call, fault) }
        }
    }

    /// How many requests a conversation makes.
    private static func count(_ conversation: Conversation) async throws -> Int {
        let bench = try await conversation.bench()
        let transport = FaultyTransport(bench.pool)
        let runner = try bench.runner(conversation.flow, service: try client(transport))
        let step = await conversation.host(bench).play(runner)
        try #require(step.outcome?.name == "signedIn", "\(step)")
        return transport.count
    }

    private static func client(_ transport: FaultyTransport) throws -> CognitoClient {
        try CognitoClient(
            endpoint: "http://127.0.0.1:1", settings: CognitoClientSettings(retries: .none), transport: transport)
    }

    private static func play(_ conversation: Conversation, _ call: Int, _ fault: Fault) async throws {
        let bench = try await conversation.bench()
        let transport = FaultyTransport(bench.pool, fault: (call, fault))
        let runner = try bench.runner(conversation.flow, service: try client(transport))
        let host = conversation.host(bench)
        let place = "\(conversation.testDescription): request \(call), \(fault.rawValue)"
        var retried = false
        let step = await host.play(runner) { step in
            if let error = step.presentation?.error, transport.count == call + 1, error.type != "" { retried = true }
        }
        #expect(transport.count > call, "\(place) was not made")
        if step.outcome?.name == "signedIn" { return }
        // A step that stands again after a request that never arrived has its session still.
        if retried, !fault.isDone, fault != .deadSession, fault != .notFound {
            Issue.record("\(place): the step stood again, and yet it went on to \(step)")
        }
        let again = await host.playAgain(runner)
        #expect(again.outcome?.name == "signedIn", "\(place): after another start \(again)")
    }
}

/// A way in which one request goes wrong.
enum Fault: String, Sendable, CaseIterable {
    /// The service says that the session is dead.
    case deadSession
    /// The service does not know what was meant.
    case notFound
    /// The service has too much to do.
    case throttled
    /// The service has a fault of its own.
    case internalError
    /// Something between answers with a page for people.
    case page
    /// No answer in time, and the request never arrived.
    case timeOut
    /// The connection is cut when the service has done what it was asked.
    case cut
    /// The answer is no JSON.
    case nonsense
    /// The answer says nothing.
    case nothing

    /// Whether the service has done what it was asked.
    var isDone: Bool { self == .cut || self == .nonsense || self == .nothing }

    /// What comes of a request in place of its answer.
    func answer() throws(HTTPFailure) -> HTTPResponse {
        switch self {
        case .deadSession: Self.error("NotAuthorizedException", "Invalid session for the user, session is expired.")
        case .notFound: Self.error("ResourceNotFoundException", "Requested resource not found")
        case .throttled: Self.error("TooManyRequestsException", "Rate exceeded")
        case .internalError: Self.error("InternalErrorException", "An internal error occurred", status: 500)
        case .page:
            HTTPResponse(status: 502, body: Array("<html><body>Bad gateway</body></html>".utf8))
        case .timeOut: throw .timeout
        case .cut: throw .connectionReset
        case .nonsense: HTTPResponse(status: 200, body: Array("<html>\u{0}{\"Session\":".utf8))
        case .nothing: HTTPResponse(status: 200, body: Array("{}".utf8))
        }
    }

    private static func error(_ type: String, _ message: String, status: Int = 400) -> HTTPResponse {
        let reply = PoolReply(error: type, message, status: status)
        return HTTPResponse(status: reply.status, body: Array(reply.body.jsonText.utf8))
    }
}

/// Passes requests on to a pool as HTTP would, and lets one of them go wrong.
final class FaultyTransport: HTTPTransport {
    private struct Plan {
        var count = 0
        var fault: (call: Int, kind: Fault)?
        var operations: [String] = []
    }

    private let pool: CognitoUserPool
    private let plan: Mutex<Plan>

    /// Requests go to this pool; the one of that number, counted from zero, goes wrong.
    init(_ pool: CognitoUserPool, fault: (call: Int, kind: Fault)? = nil) {
        self.pool = pool
        plan = Mutex(Plan(fault: fault))
    }

    /// How many requests there were.
    var count: Int { plan.withLock { $0.count } }
    /// The operations that were asked for.
    var operations: [String] { plan.withLock { $0.operations } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let operation = request["X-Amz-Target"]?.split(separator: ".").last.map(String.init) ?? ""
        let fault = plan.withLock { plan -> Fault? in
            defer { plan.count += 1 }
            plan.operations.append(operation)
            return plan.fault?.call == plan.count ? plan.fault?.kind : nil
        }
        if let fault, !fault.isDone { return try fault.answer() }
        let reply = await pool.respond(to: operation, request.body)
        if let fault { return try fault.answer() }
        let fields = reply.errorType.map { [HTTPField("x-amzn-errortype", $0)] } ?? []
        return HTTPResponse(status: reply.status, fields: fields, body: Array(reply.body.jsonText.utf8))
    }
}
