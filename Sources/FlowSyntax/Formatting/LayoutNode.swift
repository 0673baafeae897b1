/// An element, a comment or an instruction with what its layout depends on.
struct LayoutNode {
    /// What it is.
    enum Kind {
        case element, comment, instruction
    }

    /// What an element contains.
    enum Content {
        /// Nothing but white space.
        case none
        /// Elements, comments and instructions, which follow as nodes of their own.
        case nodes
        /// Text, with comments and instructions in it.
        case text
        /// Text and elements side by side, where white space could mean something.
        case mixed
    }

    /// What it is.
    let kind: Kind
    /// The whole of a comment or an instruction; the start tag of an element.
    let source: Range<Int>
    /// The line ends in the white space before it.
    let lineBreaks: Int
    /// What an element contains.
    var content = Content.none
    /// The source between the tags.
    var inner: Range<Int>
    /// The index behind the last node within.
    var subtreeEnd: Int
    /// True when a line end stands between the last node within and the end tag.
    var endsOnOwnLine = false
    /// The columns that an element takes on one line; nil if it cannot stand on one.
    var inlineWidth: Int?

    /// A node at an index, which contains nothing yet.
    init(_ kind: Kind, _ source: Range<Int>, lineBreaks: Int, at index: Int) {
        self.kind = kind
        self.source = source
        self.lineBreaks = lineBreaks
        inner = source.upperBound..<source.upperBound
        subtreeEnd = index + 1
    }
}
