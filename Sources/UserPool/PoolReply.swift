import CognitoWire
public import FlowCore
import FlowRuntime

/// The pool's response to a request, as sent over HTTP.
public struct PoolReply: Sendable, Redacted {
    /// The HTTP status: 200 for success, 400 for a rejected request, 500 if the pool failed.
    public let status: Int
    /// The error's type, such as `NotAuthorizedException`; nil for success.
    ///
    /// It is the value of the header `x-amzn-errortype`.
    public let errorType: String?
    /// The body, a JSON object.
    public let body: JSONValue

    /// Creates a successful response.
    public init(_ body: JSONValue) {
        status = 200
        errorType = nil
        self.body = body
    }

    /// Creates an error response.
    /// - Parameters:
    ///   - type: the error's type, such as `NotAuthorizedException`.
    ///   - message: a message for the client's user, without secrets.
    ///   - status: the HTTP status: 400 for a rejected request, 500 if the pool failed.
    public init(error type: String, _ message: String, status: Int = 400) {
        self.status = status
        errorType = type
        body = .object([JSONMember("__type", .string(type)), JSONMember("message", .string(message))])
    }

    /// Creates the response for an operation's error.
    init(_ error: PoolError) {
        self.init(error: error.type, error.message, status: error.isFault ? 500 : 400)
    }

    /// The response in the form that flows receive.
    var flowReply: FlowReply {
        guard let errorType else { return .json(WireForm.convertedReply(body)) }
        return .error(type: errorType, message: body["message"]?.string ?? "")
    }
}

extension JSONValue {
    /// Returns an object whose members are strings, sorted by name.
    static func stringMap(_ map: [String: String]) -> JSONValue {
        .object(map.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    }

    /// Returns a list of strings as JSON.
    static func list(_ items: [String]) -> JSONValue { .array(items.map { .string($0) }) }

    /// Returns the JSON text of a list of strings, which is the form of lists in challenge parameters.
    static func listText(_ items: [String]) -> String { list(items).jsonText }

    /// Returns attributes as a list of `{"Name": …, "Value": …}`, sorted by name.
    static func attributes(_ map: [String: String]) -> JSONValue {
        .array(
            map.sorted { $0.key < $1.key }.map {
                .object([JSONMember("Name", .string($0.key)), JSONMember("Value", .string($0.value))])
            })
    }

    /// Returns a time in seconds since 1970, the API's format.
    static func time(_ seconds: Int64) -> JSONValue { .number(String(seconds)) }
}
