/// An element in the tree: 40 bytes, without references.
struct ElementRecord: Sendable {
    /// The name; `unknown` if no grammar defines it.
    var name: ElementName
    /// The number of attributes.
    var attributeCount: UInt8
    /// The index of the enclosing element; -1 for the root.
    var parent: Int32
    /// The index after the last descendant.
    var subtreeEnd: Int32
    /// The index of the first attribute.
    var firstAttribute: Int32
    /// The offset of `<`.
    var tagStart: Int32
    /// The offset after the name in the start tag.
    var nameEnd: Int32
    /// The offset after the `>` of the start tag.
    var tagEnd: Int32
    /// The offset after the end tag, or after `/>`.
    var end: Int32
    /// The index of the element's text; -1 if the text is only white space.
    var text: Int32
}
