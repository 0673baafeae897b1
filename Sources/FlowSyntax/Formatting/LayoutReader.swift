/// Splits the source of a well-formed document into nodes, in document order.
///
/// It terminates on any input.
struct LayoutReader {
    /// An element whose end tag was not read yet.
    private struct Open {
        let node: Int
        var hasText = false
        var hasElements = false
    }

    private let source: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private var nodes: [LayoutNode] = []
    private var open: [Open] = []
    /// The line ends since the last markup.
    private var lineBreaks = 0

    init(_ source: UnsafeBufferPointer<UInt8>) { self.source = source }

    /// Returns the nodes, without the XML declaration.
    mutating func read() -> [LayoutNode] {
        if starts(with: "<?xml"), offset + 5 < source.count, Byte.isSpace(source[offset + 5]) { skip(behind: "?>") }
        while offset < source.count { readNext() }
        return nodes
    }

    private mutating func readNext() {
        if source[offset] != Byte.lessThan {
            readText()
        } else if starts(with: "<!--") {
            add(.comment, from: offset, offset + 4, to: "-->")
        } else if starts(with: "<![CDATA[") {
            noteText()
            skip(behind: "]]>")
            lineBreaks = 0
        } else if starts(with: "<?") {
            add(.instruction, from: offset, offset + 2, to: "?>")
        } else if starts(with: "</") {
            readEndTag()
        } else {
            readStartTag()
        }
    }

    private mutating func readText() {
        while offset < source.count, source[offset] != Byte.lessThan {
            if source[offset] == Byte.lineFeed { lineBreaks += 1 }
            if !Byte.isSpace(source[offset]) { noteText() }
            offset += 1
        }
    }

    private mutating func noteText() {
        if !open.isEmpty { open[open.count - 1].hasText = true }
    }

    private mutating func add(_ kind: LayoutNode.Kind, from start: Int, _ content: Int, to end: StaticString) {
        offset = content
        skip(behind: end)
        nodes.append(LayoutNode(kind, start..<offset, lineBreaks: lineBreaks, at: nodes.count))
        lineBreaks = 0
    }

    private mutating func readStartTag() {
        let start = offset
        var quote: UInt8?
        while offset < source.count {
            let byte = source[offset]
            if byte == quote {
                quote = nil
            } else if quote == nil {
                if byte == Byte.greaterThan { break }
                if byte == Byte.doubleQuote || byte == Byte.singleQuote { quote = byte }
            }
            offset += 1
        }
        offset = min(offset + 1, source.count)
        if !open.isEmpty { open[open.count - 1].hasElements = true }
        let isEmpty = offset - start > 2 && source[offset - 2] == Byte.slash
        if !isEmpty { open.append(Open(node: nodes.count)) }
        nodes.append(LayoutNode(.element, start..<offset, lineBreaks: lineBreaks, at: nodes.count))
        lineBreaks = 0
    }

    private mutating func readEndTag() {
        let start = offset
        skip(behind: ">")
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

    private func starts(with text: StaticString) -> Bool {
        source.starts(with: text, at: offset, end: source.count)
    }

    private mutating func skip(behind terminator: StaticString) {
        while offset < source.count, !starts(with: terminator) { offset += 1 }
        offset = min(offset + terminator.utf8CodeUnitCount, source.count)
    }
}
