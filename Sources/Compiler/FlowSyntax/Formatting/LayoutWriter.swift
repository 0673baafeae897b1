/// Writes a formatted document from its nodes.
///
/// An explicit stack replaces recursion, so that deep nesting does not exhaust the thread's stack.
struct LayoutWriter {
    let source: UnsafeBufferPointer<UInt8>
    let tags: TagReader
    var output: [UInt8] = []
    private let nodes: [LayoutNode]
    /// The indices of the open elements, whose end tags will be on their own lines.
    private var open: [Int] = []
    /// The index of the previous sibling; nil after a start tag.
    private var previous: Int?
    /// The index after the last node that shares the current line.
    private var runEnd = 0

    /// Creates a writer for the nodes of a document, whose widths are measured.
    init(_ source: UnsafeBufferPointer<UInt8>, _ nodes: [LayoutNode], _ tags: TagReader) {
        self.source = source
        self.nodes = nodes
        self.tags = tags
        // The formatted document is rarely more than an eighth longer than its source.
        output.reserveCapacity(source.count + source.count / 8)
    }

    /// The columns by which each level is indented.
    static let indentWidth = 2

    /// The indent of the current level, in columns.
    var indent: Int { Self.indentWidth * open.count }

    /// Writes the whole document, and returns its bytes.
    mutating func write() -> [UInt8] {
        append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        var index = 0
        while true {
            while let last = open.last, nodes[last].subtreeEnd <= index { closeElement(at: last) }
            guard index < nodes.count else { break }
            index = writeNode(at: index)
        }
        output.append(Byte.lineFeed)
        return output
    }

    /// Writes the node at an index, or only its start tag if its children need lines of their own.
    ///
    /// - Returns: the index of the next node to write
    private mutating func writeNode(at index: Int) -> Int {
        let node = nodes[index]
        // A node that is still open has no sibling after it yet.
        defer { if open.last != index { previous = index } }
        if isTrailing(index) {
            output.append(Byte.space)
            writeComment(node)
            return index + 1
        }
        if index < runEnd { return writeInline(at: index) }
        startLine(before: node)
        switch node.kind {
        case .comment: writeComment(node)
        case .instruction: output += source[node.source]
        case .element:
            if let end = endOfRun(from: index) {
                runEnd = end
                return writeInline(at: index)
            }
            return writeBlock(at: index)
        }
        return index + 1
    }

    /// Returns whether a node is a comment that stays on the line of the element or start tag before it.
    private func isTrailing(_ index: Int) -> Bool {
        guard nodes[index].kind == .comment, nodes[index].lineBreaks == 0 else { return false }
        if let previous { return nodes[previous].kind == .element }
        // After a start tag, the comment stays only if it ends its line.
        guard let parent = open.last else { return false }
        return index + 1 < nodes[parent].subtreeEnd ? nodes[index + 1].lineBreaks > 0 : nodes[parent].endsOnOwnLine
    }

    /// Starts a line for a node.
    ///
    /// The author's blank line before the node stays, except at the start of a level and after an instruction for the
    /// compiler.
    private mutating func startLine(before node: LayoutNode) {
        output.append(Byte.lineFeed)
        if node.lineBreaks > 1, let previous, !isCompilerInstruction(nodes[previous]) { output.append(Byte.lineFeed) }
        appendBlanks(indent)
    }

    /// Returns whether a node is an instruction `<?flowc …?>` for the element after it.
    private func isCompilerInstruction(_ node: LayoutNode) -> Bool {
        node.kind == .instruction && InstructionRecord.isForCompiler(node.source, in: source)
    }

    /// Returns the index after the elements to write on one line, beginning with the element at an index.
    ///
    /// These are all elements that the author put on one line, or only the first if they do not all fit. The result is
    /// nil if not even the first fits.
    private func endOfRun(from index: Int) -> Int? {
        guard var width = nodes[index].inlineWidth, indent + width <= Formatter.lineLength else { return nil }
        let first = nodes[index].subtreeEnd
        // An element that does not start a line of the author belongs to a run that did not fit, or is the first child.
        if nodes[index].lineBreaks == 0, previous.map({ nodes[$0].kind == .element }) ?? true { return first }
        let limit = open.last.map { nodes[$0].subtreeEnd } ?? nodes.count
        var end = first
        while end < limit, nodes[end].kind == .element, nodes[end].lineBreaks == 0 {
            guard let next = nodes[end].inlineWidth, indent + width + next <= Formatter.lineLength else { return first }
            width += next
            end = nodes[end].subtreeEnd
        }
        return end
    }

    /// Writes an element with all of its content on the current line.
    ///
    /// - Returns: the index after the element
    private mutating func writeInline(at index: Int) -> Int {
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
            case .none: break
            // An element with mixed content is never written inline.
            case .mixed: break
            }
        }
        while let last = inner.popLast() { writeEndTag(nodes[last]) }
        return end
    }

    /// Writes an element that does not fit on a line: only its start tag if its content is nodes, or else all of it.
    ///
    /// - Returns: the index of the next node to write
    private mutating func writeBlock(at index: Int) -> Int {
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

    /// Writes the end tag of the innermost open element on its own line.
    private mutating func closeElement(at index: Int) {
        open.removeLast()
        output.append(Byte.lineFeed)
        appendBlanks(indent)
        writeEndTag(nodes[index])
        previous = index
    }
}
