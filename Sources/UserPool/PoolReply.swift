import CognitoWire
public import FlowCore
import FlowRuntime

/// The pool's answer to a request, as it goes over HTTP.
public struct PoolReply: Sendable {
    /// The status of HTTP: 200, 400 for an error, 500 for a fault of the pool itself.
    public let status: Int
    /// The error's type, such as `NotAuthorizedException`; also the header `x-amzn-errortype`.
    public let errorType: String?
    /// The body: a JSON object.
    public let body: JSONValue

    /// The answer to a request that was carried out.
    public init(_ body: JSONValue) {
        status = 200
        errorType = nil
        self.body = body
    }

    /// Creates an error.
    /// - Parameters:
    ///   - type: its type.
    ///   - message: a text without secrets.
    ///   - status: the status of HTTP.
    public init(error type: String, _ message: String, status: Int = 400) {
        self.status = status
        errorType = type
        body = .object([JSONMember("__type", .string(type)), JSONMember("message", .string(message))])
    }

    /// The error of an operation.
    init(_ error: PoolError) {
        self.init(error: error.type, error.message, status: error.isFault ? 500 : 400)
    }

    /// The answer as a flow takes it.
    var flowReply: FlowReply {
        guard let errorType else { return .json(WireForm.reply(body)) }
        return .error(type: errorType, message: body["message"]?.string ?? "")
    }
}
