import CognitoClient
import FlowCore
import Synchronization
import UserPool

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
