/// What the tree keeps of an attribute: 20 bytes, no references.
struct AttributeRecord: Sendable {
    /// The name, `unknown` for names that no grammar has.
    var name: AttributeName
    /// True when the value has references, tabs or line ends, so that its bytes in the source are not its text.
    var isEncoded: Bool
    /// The offset of the name.
    var nameStart: Int32
    /// The offset behind the name.
    var nameEnd: Int32
    /// The offset behind the opening quote.
    var valueStart: Int32
    /// The offset of the closing quote.
    var valueEnd: Int32
}
