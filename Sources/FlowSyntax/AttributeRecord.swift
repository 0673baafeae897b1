/// An attribute in the tree: 20 bytes, without references.
struct AttributeRecord: Sendable {
    /// The name; `unknown` if no grammar defines it.
    var name: AttributeName
    /// Whether the value contains references, tabs or line ends, and must be decoded.
    var isEncoded: Bool
    /// The offset of the name.
    var nameStart: Int32
    /// The offset after the name.
    var nameEnd: Int32
    /// The offset after the opening quote.
    var valueStart: Int32
    /// The offset of the closing quote.
    var valueEnd: Int32
}
