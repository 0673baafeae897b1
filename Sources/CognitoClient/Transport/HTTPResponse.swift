public import FlowCore

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
