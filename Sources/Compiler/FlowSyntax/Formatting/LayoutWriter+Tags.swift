extension LayoutWriter {
    /// Writes a start tag, wrapped if it does not fit on the line.
    ///
    /// `indent` is the column at which the tag starts; nil if the tag is known to fit.
    mutating func writeTag(_ node: LayoutNode, indent: Int?) {
        let tag = tags.tag(of: node)
        let ending: StaticString = node.content == .none ? "/>" : ">"
        output.append(Byte.lessThan)
        output += source[tag.name]
        if let indent, indent + tag.width + ending.utf8CodeUnitCount > Formatter.lineLength {
            writeWrapped(tag, indent: indent, endingWidth: ending.utf8CodeUnitCount)
        } else {
            for attribute in tag.attributes {
                output.append(Byte.space)
                output += attribute.bytes
            }
        }
        append(ending)
    }

    /// Writes the end tag of an element, if it has one.
    mutating func writeEndTag(_ node: LayoutNode) {
        guard node.content != .none else { return }
        append("</")
        output += source[tags.name(of: node)]
        output.append(Byte.greaterThan)
    }

    /// The columns by which the further lines of a tag are indented.
    private static let continuationIndent = 4

    /// Writes the attributes of a tag on as many lines as they need.
    ///
    /// A value is wrapped only if its attribute fits on no line, or is the first one and does not fit beside the
    /// element's name, which would otherwise be alone on its line.
    private mutating func writeWrapped(_ tag: TagText, indent: Int, endingWidth: Int) {
        let margin = indent + Self.continuationIndent
        var column = indent + 1 + source.width(of: tag.name)
        for (index, attribute) in tag.attributes.enumerated() {
            let tail = index == tag.attributes.count - 1 ? endingWidth : 0
            let width = attribute.width + tail
            if column + 1 + width > Formatter.lineLength {
                let fitsNowhere = margin + width > Formatter.lineLength
                if attribute.breaks != .none, index == 0 || fitsNowhere {
                    column = writeWrapped(attribute, from: column, margin: margin, tail: tail)
                    continue
                }
                wrapLine(margin: margin)
                column = margin
            } else {
                output.append(Byte.space)
                column += 1
            }
            output += attribute.bytes
            column += attribute.width
        }
    }

    /// Writes an attribute on several lines. Each but the last ends at the best break point that fits, or at the next.
    ///
    /// `tail` is the width of what follows the attribute on its last line.
    ///
    /// - Returns: the column after the attribute
    private mutating func writeWrapped(_ attribute: AttributeText, from column: Int, margin: Int, tail: Int) -> Int {
        let points = attribute.breakPoints()
        // Where the current line starts in the attribute.
        var line = (offset: 0, column: 0)
        // The index of the next break point.
        var next = 0
        var room = Formatter.lineLength - column - 1
        if let first = points.first, first.column <= room {
            output.append(Byte.space)
        } else {
            wrapLine(margin: margin)
            room = Formatter.lineLength - margin
        }
        while next < points.count, attribute.width + tail - line.column > room {
            let best = bestPoint(in: points, from: next, upToColumn: line.column + room)
            output += attribute.bytes[line.offset..<points[best].offset]
            wrapLine(margin: margin)
            // The next line starts after the blank at the break point.
            line = (points[best].offset + 1, points[best].column + 1)
            next = best + 1
            room = Formatter.lineLength - margin
        }
        output += attribute.bytes[line.offset...]
        // The last line begins at the column `lineLength - room`.
        return Formatter.lineLength - room + attribute.width - line.column
    }

    /// Returns the index of the best break point from `first` up to a column, or `first` if that is after the column.
    private func bestPoint(in points: [BreakPoint], from first: Int, upToColumn column: Int) -> Int {
        var best = first
        var index = first + 1
        while index < points.count, points[index].column <= column {
            if points[index].isBetter(than: points[best]) { best = index }
            index += 1
        }
        return best
    }

    /// Continues a tag on a new line.
    private mutating func wrapLine(margin: Int) {
        output.append(Byte.lineFeed)
        appendBlanks(margin)
    }
}
