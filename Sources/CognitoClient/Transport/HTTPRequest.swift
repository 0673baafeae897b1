public import FlowCore
package import FlowRuntime

/// A POST request as a transport sends it.
///
/// Header fields and body hold secrets: a transport shows neither to anyone.
public struct HTTPRequest: Sendable, Redacted {
    /// Where to: an absolute URL.
    public var url: String
    /// The header fields, without those that belong to the connection, such as `Host` and `Content-Length`.
    public var fields: [HTTPField]
    /// The body, in memory that is overwritten when nobody holds the request any more.
    package var content: FlowSecret
    /// How many bytes the body of the answer may have, decoded.
    public var longestAnswer: Int

    /// A request.
    /// - Parameters:
    ///   - url: where to: an absolute URL.
    ///   - fields: the header fields.
    ///   - body: the body.
    ///   - longestAnswer: how many bytes the body of the answer may have.
    public init(url: String, fields: [HTTPField], body: [UInt8], longestAnswer: Int = 1 << 20) {
        self.init(url: url, fields: fields, content: FlowSecret(body), longestAnswer: longestAnswer)
    }

    package init(url: String, fields: [HTTPField], content: FlowSecret, longestAnswer: Int) {
        self.url = url
        self.fields = fields
        self.content = content
        self.longestAnswer = longestAnswer
    }

    /// The body: a copy, which nobody erases.
    public var body: [UInt8] {
        get { content.bytes }
        set { content = FlowSecret(newValue) }
    }

    /// The value of the first field of that name, in any case.
    public subscript(name: String) -> String? { fields.first(named: name) }

    /// The URL and the body's size.
    public var description: String { "POST \(url), \(content.count) bytes" }
}

extension [HTTPField] {
    /// The value of the first field of that name, in any case.
    func first(named name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }
}
