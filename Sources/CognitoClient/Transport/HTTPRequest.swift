public import FlowCore
package import FlowRuntime

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
