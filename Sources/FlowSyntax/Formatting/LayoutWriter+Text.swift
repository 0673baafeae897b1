extension LayoutWriter {
    /// Writes the text and end tag of an element that needs several lines.
    mutating func writeText(_ node: LayoutNode) {
        let isDoc = source[tags.name(of: node)].elementsEqual(ElementName.doc.spelling.utf8)
        let lines = source.lines(of: node.inner)
        guard lines.count > 1 ? canMove(node.inner) : isDoc else {
            output += source[node.inner]
            return writeEndTag(node)
        }
        let hasOwnLines = lines[0].isBlank || isDoc
        if hasOwnLines {
            if !lines[0].isBlank { begin(lines[0], indent: indent + 2) }
        } else {
            output += source[node.inner.lowerBound..<lines[0].content.upperBound]
        }
        let others = Self.withoutBlankEnds(lines.dropFirst(), keepsFirst: !lines[0].isBlank)
        let shift = indent + 2 - SourceLine.commonIndent(others)
        for line in others { begin(line, indent: line.indent + shift) }
        if hasOwnLines {
            output.append(Byte.lineFeed)
            appendBlanks(indent)
        }
        writeEndTag(node)
    }

    /// The lines without blank ones at the end.
    ///
    /// Blank lines at the start are also removed, unless content precedes them.
    private static func withoutBlankEnds(_ lines: ArraySlice<SourceLine>, keepsFirst: Bool) -> ArraySlice<SourceLine> {
        var lines = keepsFirst ? lines : lines.drop(while: \.isBlank)
        while lines.last?.isBlank ?? false { lines.removeLast() }
        return lines
    }

    /// Writes a comment, shifting its lines together if it has several.
    mutating func writeComment(_ node: LayoutNode) {
        let lines = source.lines(of: node.source)
        guard lines.count > 1, let last = lines.last else {
            output += source[node.source]
            return
        }
        let isClosedAlone = last.content.count == 3
        let body = lines.dropFirst().dropLast(isClosedAlone ? 1 : 0)
        let common = SourceLine.commonIndent(body)
        var shift = indent + 2 - common
        if lines[0].content.count > 4 {
            shift = max(outputColumn - source.column(of: node.source.lowerBound), -common)
        }
        output += source[node.source.lowerBound..<lines[0].content.upperBound]
        for line in body { begin(line, indent: line.indent + shift) }
        if isClosedAlone { begin(last, indent: indent) }
    }

    /// Starts a line with the content of another one.
    private mutating func begin(_ line: SourceLine, indent: Int) {
        output.append(Byte.lineFeed)
        if line.isBlank { return }
        appendBlanks(indent)
        output += source[line.content]
    }

    /// The output's current column, from 0.
    private var outputColumn: Int { output.withUnsafeBufferPointer { $0.column(of: $0.count) } }

    /// Whether the text can be shifted.
    ///
    /// White space matters in a CDATA section or instruction of several lines.
    private func canMove(_ text: Range<Int>) -> Bool {
        var terminator: StaticString?
        for index in text {
            if let end = terminator {
                if source[index] == Byte.lineFeed { return false }
                if source.starts(with: end, at: index, end: text.upperBound) { terminator = nil }
            } else if source.starts(with: "<![CDATA[", at: index, end: text.upperBound) {
                terminator = "]]>"
            } else if source.starts(with: "<?", at: index, end: text.upperBound) {
                terminator = "?>"
            }
        }
        return true
    }

    mutating func append(_ text: StaticString) { text.withUTF8Buffer { output += $0 } }

    mutating func appendBlanks(_ count: Int) { output += repeatElement(Byte.space, count: max(count, 0)) }
}
