extension LayoutWriter {
    /// Writes the text and the end tag of an element that needs several lines.
    ///
    /// Text is copied as written if its white space matters, or if it is on one line and not in a `doc`. Otherwise, the
    /// text of a `doc` is moved to lines of its own, and text on several lines is shifted to fit the element's indent.
    mutating func writeText(_ node: LayoutNode) {
        let isDoc = source[tags.name(of: node)].elementsEqual(ElementName.doc.spelling.utf8)
        let lines = source.lines(of: node.inner)
        guard lines.count > 1 ? canShift(node.inner) : isDoc else {
            output += source[node.inner]
            return writeEndTag(node)
        }
        // Whether the text begins on a line of its own, and not directly after the start tag.
        let hasOwnLines = lines[0].isBlank || isDoc
        if hasOwnLines {
            if !lines[0].isBlank { writeLine(lines[0], indent: indent + Self.indentWidth) }
        } else {
            output += source[node.inner.lowerBound..<lines[0].content.upperBound]
        }
        let followingLines = Self.withoutBlankEnds(lines.dropFirst(), keepingFirst: !lines[0].isBlank)
        let shift = indent + Self.indentWidth - SourceLine.commonIndent(followingLines)
        for line in followingLines { writeLine(line, indent: line.indent + shift) }
        if hasOwnLines {
            output.append(Byte.lineFeed)
            appendBlanks(indent)
        }
        writeEndTag(node)
    }

    /// Returns lines without the blank lines at their end and, unless `keepingFirst`, at their start.
    private static func withoutBlankEnds(
        _ lines: ArraySlice<SourceLine>, keepingFirst: Bool
    ) -> ArraySlice<SourceLine> {
        var lines = keepingFirst ? lines : lines.drop(while: \.isBlank)
        while lines.last?.isBlank ?? false { lines.removeLast() }
        return lines
    }

    /// Writes a comment. The lines after the first are shifted together, except a last line that is only `-->`.
    mutating func writeComment(_ node: LayoutNode) {
        let lines = source.lines(of: node.source)
        guard lines.count > 1, let last = lines.last else {
            output += source[node.source]
            return
        }
        let opening: StaticString = "<!--"
        let closing: StaticString = "-->"
        let isClosedAlone = last.content.count == closing.utf8CodeUnitCount
        let body = lines.dropFirst().dropLast(isClosedAlone ? 1 : 0)
        let common = SourceLine.commonIndent(body)
        var shift = indent + Self.indentWidth - common
        // If the first line has text, the others move as far as the comment itself.
        if lines[0].content.count > opening.utf8CodeUnitCount {
            shift = max(outputColumn - source.column(of: node.source.lowerBound), -common)
        }
        output += source[node.source.lowerBound..<lines[0].content.upperBound]
        for line in body { writeLine(line, indent: line.indent + shift) }
        if isClosedAlone { writeLine(last, indent: indent) }
    }

    /// Starts a new line, and writes the content of a source line there.
    private mutating func writeLine(_ line: SourceLine, indent: Int) {
        output.append(Byte.lineFeed)
        if line.isBlank { return }
        appendBlanks(indent)
        output += source[line.content]
    }

    /// The column after the output so far, counted from 0.
    private var outputColumn: Int { output.withUnsafeBufferPointer { $0.column(of: $0.count) } }

    /// Returns whether the lines of a text can be shifted.
    ///
    /// They cannot if a CDATA section or an instruction continues on another line, since its white space matters.
    private func canShift(_ text: Range<Int>) -> Bool {
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

    /// Writes `count` blanks. A negative count writes no blanks.
    mutating func appendBlanks(_ count: Int) { output += repeatElement(Byte.space, count: max(count, 0)) }
}
