/// What the tree keeps of an element: 40 bytes, no references.
struct ElementRecord: Sendable {
    /// The name, `unknown` for names that no grammar has.
    var name: ElementName
    /// The number of attributes.
    var attributeCount: UInt8
    /// The index of the enclosing element, -1 for the root.
    var parent: Int32
    /// The index behind the last descendant.
    var subtreeEnd: Int32
    /// The index of the first attribute.
    var firstAttribute: Int32
    /// The offset of `<`.
    var tagStart: Int32
    /// The offset behind the name in the start tag.
    var nameEnd: Int32
    /// The offset behind the `>` of the start tag.
    var tagEnd: Int32
    /// The offset behind the end tag, or behind `/>`.
    var end: Int32
    /// The index of the text of the element, -1 if it has none but white space.
    var text: Int32
}
