/// An element, a comment or an instruction, with what its layout depends on.
struct LayoutNode {
    /// The kind of node.
    enum Kind {
        case element, comment, instruction
    }

    /// The content of an element.
    enum Content {
        /// Only white space.
        case none
        /// Elements, comments and instructions, which follow as separate nodes.
        case nodes
        /// Text, with comments and instructions inside.
        case text
        /// Text and elements, between which white space may have a meaning.
        case mixed
    }

    /// The kind of node.
    let kind: Kind
    /// The source of the comment, of the instruction, or of the element's start tag.
    let source: Range<Int>
    /// The number of line ends in the white space before the node.
    let lineBreaks: Int
    /// The content of the element.
    var content = Content.none
    /// The source between the element's tags.
    var inner: Range<Int>
    /// The index after the last inner node.
    var subtreeEnd: Int
    /// Whether a line end precedes the end tag.
    var endsOnOwnLine = false
    /// The width of the element on one line; nil if it needs several.
    var inlineWidth: Int?

    /// Creates a node at an index, without content.
    init(_ kind: Kind, _ source: Range<Int>, lineBreaks: Int, at index: Int) {
        self.kind = kind
        self.source = source
        self.lineBreaks = lineBreaks
        inner = source.upperBound..<source.upperBound
        subtreeEnd = index + 1
    }
}
