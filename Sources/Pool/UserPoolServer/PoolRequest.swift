import FlowCore
import NIOHTTP1
import UserPool

/// A complete HTTP request.
struct PoolRequest: Sendable {
    private static let scheme = "http://"

    let head: HTTPRequestHead
    let body: [UInt8]

    var path: String { Self.path(of: head) }
    /// The query of the target, without the question mark.
    var query: String { String(Self.parts(of: head).query) }

    /// Returns the path of a request, without the query.
    static func path(of head: HTTPRequestHead) -> String { String(parts(of: head).path) }

    /// Returns a list with the authority of a request's target; empty if the target has none.
    static func authorities(of head: HTTPRequestHead) -> [String] {
        parts(of: head).authority.map { [String($0)] } ?? []
    }

    /// Splits a request's target, in origin or absolute form (RFC 9112, 3.2).
    /// - Returns: the authority, or nil for the origin form; the path; and the query without the question mark.
    private static func parts(of head: HTTPRequestHead) -> (authority: Substring?, path: Substring, query: Substring) {
        var rest = Substring(head.uri)
        var authority: Substring?
        if rest.prefix(scheme.count).lowercased() == scheme {
            rest = rest.dropFirst(scheme.count)
            let found = rest.prefix { $0 != "/" && $0 != "?" }
            (authority, rest) = (found, rest.dropFirst(found.count))
        }
        let path = rest.prefix { $0 != "?" }
        let isRoot = path.isEmpty && authority != nil
        return (authority, isRoot ? "/" : path, rest.dropFirst(path.count + 1))
    }
}

/// An HTTP response.
struct PoolAnswer: Sendable {
    private static let contentType = "application/x-amz-json-1.1"

    let status: HTTPResponseStatus
    var headers: HTTPHeaders
    let body: [UInt8]
    /// Whether the connection ends after the response.
    var isLast = false

    /// Creates the HTTP response that contains a reply of the pool. An error's type is in a header and in the body,
    /// because some clients read one and some the other.
    init(_ reply: PoolReply) {
        self.init(
            HTTPResponseStatus(statusCode: reply.status), Self.contentType, Array(reply.body.jsonText.utf8),
            errorType: reply.errorType)
        headers.add(name: "Cache-Control", value: "no-store")
    }

    /// Creates the response to a request that is rejected before it reaches the pool. It ends the connection, because
    /// the end of the rejected request may be unknown.
    init(rejecting status: HTTPResponseStatus, _ type: String, _ message: String) {
        self.init(PoolReply(error: type, message, status: Int(status.code)))
        isLast = true
    }

    init(document: [UInt8]) {
        self.init(.ok, "application/json", document)
    }

    /// Creates a response without headers or a body.
    init(_ status: HTTPResponseStatus) {
        self.status = status
        headers = [:]
        body = []
    }

    private init(_ status: HTTPResponseStatus, _ type: String, _ body: [UInt8], errorType: String? = nil) {
        self.status = status
        self.body = body
        headers = ["Content-Type": type, "Content-Length": "\(body.count)"]
        if let errorType { headers.add(name: "x-amzn-errortype", value: errorType) }
    }

    /// Returns the bytes of the last response on a connection, in HTTP/1.1. `hasBody` is false for a `HEAD` request,
    /// whose response has no body.
    func lastBytes(hasBody: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        return Array((text + "Connection: close\r\n\r\n").utf8) + (hasBody ? body : [])
    }
}

/// A record of a request for logs: its operation, user and result, without secrets.
package struct PoolRequestRecord: Sendable, Equatable {
    /// The maximum length of a recorded text in Unicode scalars.
    private static let maxLength = 80

    /// The operation; for another request, its method and path; `no request` if no complete head was received.
    package let operation: String
    /// The username in the request; nil if it has none.
    package let username: String?
    /// The challenge in the response; nil if it has none.
    package let challenge: String?
    /// The error's type, if the response is an error.
    package let errorType: String?
    package let status: Int

    /// Creates the record of a request and its response. `request` is nil if the pool did not receive the body.
    init(_ operation: String, request: JSONValue?, response: JSONValue, errorType: String?, status: Int) {
        self.operation = Self.printable(operation)
        username = Self.username(in: request).map(Self.printable)
        challenge = errorType == nil ? response["ChallengeName"]?.string.map(Self.printable) : nil
        self.errorType = errorType.map(Self.printable)
        self.status = status
    }

    /// Returns the username in an operation's request, or nil if it has none.
    private static func username(in request: JSONValue?) -> String? {
        request?["Username"]?.string ?? request?["AuthParameters"]?["USERNAME"]?.string
            ?? request?["ChallengeResponses"]?["USERNAME"]?.string
    }

    /// Returns a client's text, truncated to ``maxLength``, with U+FFFD for each scalar that could affect a terminal.
    private static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(maxLength) {
            result.unicodeScalars.append(scalar.properties.isPrintable ? scalar : "\u{FFFD}")
        }
        return result
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the scalar is visible and has no other effect on a terminal.
    fileprivate var isPrintable: Bool {
        switch generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
