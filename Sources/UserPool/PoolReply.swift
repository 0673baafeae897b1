import CognitoWire
public import FlowCore
import FlowRuntime

/// The pool's response to a request, as sent over HTTP.
public struct PoolReply: Sendable {
    /// The HTTP status: 200, 400 for an error, 500 for a pool failure.
    public let status: Int
    /// The error's type, such as `NotAuthorizedException`.
    ///
    /// It is also the header `x-amzn-errortype`.
    public let errorType: String?
    /// The body: a JSON object.
    public let body: JSONValue

    /// Creates a successful response.
    public init(_ body: JSONValue) {
        status = 200
        errorType = nil
        self.body = body
    }

    /// Creates an error.
    /// - Parameters:
    ///   - type: the error's type.
    ///   - message: a text without secrets.
    ///   - status: the HTTP status.
    public init(error type: String, _ message: String, status: Int = 400) {
        self.status = status
        errorType = type
        body = .object([JSONMember("__type", .string(type)), JSONMember("message", .string(message))])
    }

    /// Creates the response for an operation's error.
    init(_ error: PoolError) {
        self.init(error: error.type, error.message, status: error.isFault ? 500 : 400)
    }

    /// The response as a flow receives it.
    var flowReply: FlowReply {
        guard let errorType else { return .json(WireForm.reply(body)) }
        return .error(type: errorType, message: body["message"]?.string ?? "")
    }
}
