public import FlowCore
package import FlowRuntime

/// Sends requests over HTTP. Conform to it to use another HTTP library.
public protocol HTTPTransport: Sendable {
    /// Sends one request, once.
    ///
    /// A transport follows no redirects and never retries, since only the caller knows whether a request is
    /// idempotent. Does not retry even if a reused connection turns out to be dead after something was sent. A
    /// transport returns soon after its task is cancelled. Its own time limit, if it has one, is a minute or longer.
    ///
    /// A transport never reuses a connection whose request failed or was cancelled. A late response on it would answer
    /// the next request, which may be another user's.
    /// - Returns: the response, whatever its status.
    /// - Throws: ``HTTPFailure`` if there is no response.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}

#if canImport(CCurl)
    /// The default transport. On Linux it is libcurl, since `URLSession` crashes the process if a connection ends
    /// inside a response's head.
    public typealias SystemTransport = CurlTransport
#else
    /// The default transport.
    public typealias SystemTransport = URLSessionTransport
#endif

/// A POST request for a transport.
///
/// Header fields and body contain secrets: a transport must not log them.
public struct HTTPRequest: Sendable, Redacted {
    /// The absolute URL.
    public var url: String
    /// The header fields, without connection headers such as `Host` and `Content-Length`.
    public var fields: [HTTPField]
    /// The body, in memory that is zeroed when the request is released.
    package var content: FlowSecret
    /// The maximum size of the response's decoded body, in bytes.
    public var longestAnswer: Int

    /// Creates a POST request.
    /// - Parameters:
    ///   - url: the absolute URL.
    ///   - fields: the header fields, without connection headers.
    ///   - body: the bytes to send. They are copied to memory that is zeroed when the request is released.
    ///   - longestAnswer: the maximum size of the response's decoded body, in bytes.
    public init(url: String, fields: [HTTPField], body: [UInt8], longestAnswer: Int = 1 << 20) {
        self.init(url: url, fields: fields, content: FlowSecret(body), longestAnswer: longestAnswer)
    }

    /// Creates a POST request whose body is in memory that is zeroed.
    package init(url: String, fields: [HTTPField], content: FlowSecret, longestAnswer: Int) {
        self.url = url
        self.fields = fields
        self.content = content
        self.longestAnswer = longestAnswer
    }

    /// A copy of the body, whose memory is not zeroed. A new value is copied to memory that is.
    public var body: [UInt8] {
        get { content.bytes }
        set { content = FlowSecret(newValue) }
    }

    /// The value of the first field with a name, ignoring case, or nil if there is none.
    public subscript(name: String) -> String? { fields.first(named: name) }

    /// The URL and the body's size.
    public var description: String { "POST \(url), \(content.count) bytes" }
}

extension [HTTPField] {
    /// Returns the value of the first field with a name, ignoring case, or nil if there is none.
    func first(named name: String) -> String? {
        let wanted = name.lowercased()
        return first { $0.name.lowercased() == wanted }?.value
    }
}

/// A header field.
public struct HTTPField: Sendable, Equatable, Redacted {
    /// The name, which is case-insensitive.
    public var name: String
    /// The value, without surrounding blanks.
    public var value: String

    /// Creates a header field from its name and its value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The response to a request, whatever its status.
public struct HTTPResponse: Sendable, Redacted {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var fields: [HTTPField]
    /// The whole body.
    public var body: [UInt8]

    /// Creates a response, by default without header fields and body.
    public init(status: Int, fields: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The value of the first field with a name, ignoring case, or nil if there is none.
    public subscript(name: String) -> String? { fields.first(named: name) }

    /// The status and the body's size.
    public var description: String { "status \(status), \(body.count) bytes" }
}
