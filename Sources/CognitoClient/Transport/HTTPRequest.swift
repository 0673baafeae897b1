public import FlowCore

/// A POST request as a transport sends it.
///
/// Header fields and body hold secrets: a transport shows neither to anyone.
public struct HTTPRequest: Sendable, Redacted {
    /// Where to: an absolute URL.
    public var url: String
    /// The header fields, without those that belong to the connection, such as `Host` and `Content-Length`.
    public var fields: [HTTPField]
    /// The body.
    public var body: [UInt8]
    /// How many bytes the body of the answer may have, decoded.
    public var longestAnswer: Int

    /// A request.
    /// - Parameters:
    ///   - url: where to: an absolute URL.
    ///   - fields: the header fields.
    ///   - body: the body.
    ///   - longestAnswer: how many bytes the body of the answer may have.
    public init(url: String, fields: [HTTPField], body: [UInt8], longestAnswer: Int = 1 << 20) {
        self.url = url
        self.fields = fields
        self.body = body
        self.longestAnswer = longestAnswer
    }

    /// The value of the first field of that name, in any case.
    public subscript(name: String) -> String? { fields.first(named: name) }

    /// The URL and the body's size.
    public var description: String { "POST \(url), \(body.count) bytes" }
}

extension [HTTPField] {
    /// The value of the first field of that name, in any case.
    func first(named name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }
}
