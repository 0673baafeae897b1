/// Writes nodes in their layout.
///
/// It iterates with its own stack, however deep they are nested.
struct LayoutWriter {
    let source: UnsafeBufferPointer<UInt8>
    let tags: TagReader
    var output: [UInt8] = []
    private let nodes: [LayoutNode]
    /// The elements whose end tag will be on its own line.
    private var open: [Int] = []
    /// The previous sibling; nil after a start tag.
    private var previous: Int?
    /// The index after the elements that share the current line.
    private var runEnd = 0

    init(_ source: UnsafeBufferPointer<UInt8>, _ nodes: [LayoutNode], _ tags: TagReader) {
        self.source = source
        self.nodes = nodes
        self.tags = tags
        output.reserveCapacity(source.count + source.count / 8)
    }

    /// The indent of the current level, in columns.
    var indent: Int { 2 * open.count }

    /// Writes the whole document.
    mutating func write() -> [UInt8] {
        append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        var index = 0
        while true {
            while let last = open.last, nodes[last].subtreeEnd <= index { close(last) }
            guard index < nodes.count else { break }
            index = place(index)
        }
        output.append(Byte.lineFeed)
        return output
    }

    /// Writes the node at an index; of a multiline element only the start tag.
    /// - Returns: the index of the next node.
    private mutating func place(_ index: Int) -> Int {
        let node = nodes[index]
        defer { if open.last != index { previous = index } }
        if isTrailing(index) {
            output.append(Byte.space)
            writeComment(node)
            return index + 1
        }
        if index < runEnd { return writeInline(index) }
        newLine(before: node)
        switch node.kind {
        case .comment: writeComment(node)
        case .instruction: output += source[node.source]
        case .element:
            if let end = run(from: index) {
                runEnd = end
                return writeInline(index)
            }
            return writeBlock(index)
        }
        return index + 1
    }

    /// Whether a comment follows an element or start tag on the same line.
    private func isTrailing(_ index: Int) -> Bool {
        guard nodes[index].kind == .comment, nodes[index].lineBreaks == 0 else { return false }
        if let previous { return nodes[previous].kind == .element }
        guard let parent = open.last else { return false }
        return index + 1 < nodes[parent].subtreeEnd ? nodes[index + 1].lineBreaks > 0 : nodes[parent].endsOnOwnLine
    }

    /// Starts a line.
    ///
    /// It is preceded by the author's blank line, except at the start of a level and after an instruction for the
    /// compiler.
    private mutating func newLine(before node: LayoutNode) {
        output.append(Byte.lineFeed)
        if node.lineBreaks > 1, let previous, !isRemark(nodes[previous]) { output.append(Byte.lineFeed) }
        appendBlanks(indent)
    }

    /// Whether it is an instruction `<?flowc …?>` for the element after it.
    private func isRemark(_ node: LayoutNode) -> Bool {
        node.kind == .instruction
            && source.starts(with: "<?flowc ", at: node.source.lowerBound, end: node.source.upperBound)
    }

    /// The index after the elements that start here and fit on this line.
    ///
    /// They are all that the author put on one line, or only the first. It is nil if not even that one fits.
    private func run(from index: Int) -> Int? {
        guard let own = nodes[index].inlineWidth, indent + own <= Formatter.lineLength else { return nil }
        let first = nodes[index].subtreeEnd
        if nodes[index].lineBreaks == 0, previous.map({ nodes[$0].kind == .element }) ?? true { return first }
        let limit = open.last.map { nodes[$0].subtreeEnd } ?? nodes.count
        var (end, width) = (first, own)
        while end < limit, nodes[end].kind == .element, nodes[end].lineBreaks == 0 {
            guard let next = nodes[end].inlineWidth, indent + width + next <= Formatter.lineLength else { return first }
            width += next
            end = nodes[end].subtreeEnd
        }
        return end
    }

    private mutating func writeInline(_ index: Int) -> Int {
        var inner: [Int] = []
        let end = nodes[index].subtreeEnd
        for position in index..<end {
            while let last = inner.last, nodes[last].subtreeEnd <= position { writeEndTag(nodes[inner.removeLast()]) }
            let node = nodes[position]
            writeTag(node, indent: nil)
            switch node.content {
            case .nodes: inner.append(position)
            case .text:
                output += source[node.inner]
                writeEndTag(node)
            case .none, .mixed: break
            }
        }
        while let last = inner.popLast() { writeEndTag(nodes[last]) }
        return end
    }

    private mutating func writeBlock(_ index: Int) -> Int {
        let node = nodes[index]
        writeTag(node, indent: indent)
        switch node.content {
        case .none: break
        case .text: writeText(node)
        case .mixed:
            output += source[node.inner]
            writeEndTag(node)
        case .nodes:
            open.append(index)
            previous = nil
        }
        return index + 1
    }

    private mutating func close(_ index: Int) {
        open.removeLast()
        output.append(Byte.lineFeed)
        appendBlanks(indent)
        writeEndTag(nodes[index])
        previous = index
    }
}
