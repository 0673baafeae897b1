/// Splits the source of a well-formed document into nodes, in document order.
///
/// Reading terminates on any input, even if it is malformed.
struct LayoutReader {
    /// An element whose end tag has not been read.
    private struct Open {
        /// The index of the element's node.
        let node: Int
        var hasText = false
        var hasElements = false
    }

    private let source: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private var nodes: [LayoutNode] = []
    private var open: [Open] = []
    /// The number of line ends since the last markup.
    private var lineBreaks = 0

    /// Creates a reader for a document that has only line feeds as line ends.
    init(_ source: UnsafeBufferPointer<UInt8>) { self.source = source }

    /// Reads the whole document, and returns its nodes without the XML declaration.
    mutating func read() -> [LayoutNode] {
        let declaration: StaticString = "<?xml"
        let next = offset + declaration.utf8CodeUnitCount
        if starts(with: declaration), next < source.count, Byte.isSpace(source[next]) { skip(past: "?>") }
        while offset < source.count { readNext() }
        return nodes
    }

    /// Reads text, or one tag, comment, CDATA section or instruction.
    private mutating func readNext() {
        if source[offset] != Byte.lessThan {
            readText()
        } else if starts(with: "<!--") {
            readNode(.comment, opening: "<!--", terminator: "-->")
        } else if starts(with: "<![CDATA[") {
            recordText()
            skip(past: "]]>")
            lineBreaks = 0
        } else if starts(with: "<?") {
            readNode(.instruction, opening: "<?", terminator: "?>")
        } else if starts(with: "</") {
            readEndTag()
        } else {
            readStartTag()
        }
    }

    /// Reads text up to the next markup, and counts its line ends.
    private mutating func readText() {
        while offset < source.count, source[offset] != Byte.lessThan {
            if source[offset] == Byte.lineFeed { lineBreaks += 1 }
            if !Byte.isSpace(source[offset]) { recordText() }
            offset += 1
        }
    }

    /// Records that the innermost open element has text.
    private mutating func recordText() {
        if !open.isEmpty { open[open.count - 1].hasText = true }
    }

    /// Reads a comment or an instruction, and adds its node.
    private mutating func readNode(_ kind: LayoutNode.Kind, opening: StaticString, terminator: StaticString) {
        let start = offset
        offset += opening.utf8CodeUnitCount
        skip(past: terminator)
        nodes.append(LayoutNode(kind, start..<offset, lineBreaks: lineBreaks, at: nodes.count))
        lineBreaks = 0
    }

    /// Reads a start tag, and adds the node of its element.
    private mutating func readStartTag() {
        let start = offset
        skipTag()
        if !open.isEmpty { open[open.count - 1].hasElements = true }
        // An empty element ends in `/>`, and has no end tag.
        let isEmpty = offset - start > 2 && source[offset - 2] == Byte.slash
        if !isEmpty { open.append(Open(node: nodes.count)) }
        nodes.append(LayoutNode(.element, start..<offset, lineBreaks: lineBreaks, at: nodes.count))
        lineBreaks = 0
    }

    /// Moves past the next `>` that is outside quotes, or to the end.
    private mutating func skipTag() {
        var quote: UInt8?
        while offset < source.count {
            let byte = source[offset]
            if byte == quote {
                quote = nil
            } else if quote == nil {
                if byte == Byte.greaterThan { break }
                if Byte.isQuote(byte) { quote = byte }
            }
            offset += 1
        }
        offset = min(offset + 1, source.count)
    }

    /// Reads an end tag, and completes the node of its element.
    ///
    /// The nodes inside an element with text are dropped, because its content is written as one text.
    private mutating func readEndTag() {
        let start = offset
        skip(past: ">")
        guard let ended = open.popLast() else { return }
        var node = nodes[ended.node]
        if ended.hasText {
            nodes.removeSubrange((ended.node + 1)...)
            node.content = ended.hasElements ? .mixed : .text
        } else {
            node.content = nodes.count > ended.node + 1 ? .nodes : .none
        }
        node.inner = node.source.upperBound..<start
        node.subtreeEnd = nodes.count
        node.endsOnOwnLine = lineBreaks > 0
        nodes[ended.node] = node
        lineBreaks = 0
    }

    /// Returns whether the unread bytes start with a text.
    private func starts(with text: StaticString) -> Bool {
        source.starts(with: text, at: offset, end: source.count)
    }

    /// Moves past the next occurrence of a terminator, or to the end.
    private mutating func skip(past terminator: StaticString) {
        while offset < source.count, !starts(with: terminator) { offset += 1 }
        offset = min(offset + terminator.utf8CodeUnitCount, source.count)
    }
}

/// An element, a comment or an instruction, with what its layout depends on.
struct LayoutNode {
    enum Kind {
        case element, comment, instruction
    }

    enum Content {
        case none
        /// Elements, comments and instructions, which follow as separate nodes.
        case nodes
        /// Text, possibly with comments and instructions inside.
        case text
        /// Text and elements, between which white space may have a meaning.
        case mixed
    }

    let kind: Kind
    /// The source of the comment, of the instruction, or of the element's start tag.
    let source: Range<Int>
    /// The number of line ends in the white space before the node.
    let lineBreaks: Int
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

/// A blank of an attribute where a line may be wrapped.
struct BreakPoint {
    let offset: Int
    /// The number of columns before the blank.
    let column: Int
    /// The precedence of the `and` or `or` after the blank; nil before any other word.
    ///
    /// It grows with the depth of parentheses, so that the outermost clauses are wrapped first.
    let rank: Int?

    /// Returns whether wrapping here is better than at an earlier point.
    ///
    /// A blank before `and` or `or` is better than any other. Of two such blanks, the one with the lower rank is
    /// better. Of equally good blanks, the later one is better.
    func isBetter(than other: BreakPoint) -> Bool {
        guard let rank else { return other.rank == nil }
        return rank <= (other.rank ?? rank)
    }
}
