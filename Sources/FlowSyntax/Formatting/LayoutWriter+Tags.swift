extension LayoutWriter {
    /// Writes a start tag, on one line or wrapped.
    ///
    /// The indent is the columns before it; nil if the tag is known to fit.
    mutating func writeTag(_ node: LayoutNode, indent: Int?) {
        let tag = tags.tag(of: node)
        let ending: StaticString = node.content == .none ? "/>" : ">"
        output.append(Byte.lessThan)
        output += source[tag.name]
        if let indent, indent + tag.width + ending.utf8CodeUnitCount > Formatter.lineLength {
            wrap(tag, indent: indent, ending: ending.utf8CodeUnitCount)
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

    /// Fills lines with attributes.
    ///
    /// An attribute is wrapped only if it fits on no line, or if it is the first one, so that the element's name is not
    /// alone.
    private mutating func wrap(_ tag: TagText, indent: Int, ending: Int) {
        let margin = indent + 4
        var column = indent + 1 + source.width(of: tag.name)
        for (index, attribute) in tag.attributes.enumerated() {
            let tail = index == tag.attributes.count - 1 ? ending : 0
            let width = attribute.width + tail
            if column + 1 + width > Formatter.lineLength {
                if index == 0 || margin + width > Formatter.lineLength, attribute.breaks != .none {
                    column = fill(attribute, from: column, margin: margin, tail: tail)
                    continue
                }
                goOn(margin)
                column = margin
            } else {
                output.append(Byte.space)
                column += 1
            }
            output += attribute.bytes
            column += attribute.width
        }
    }

    /// Writes an attribute that is longer than its line.
    /// - Returns: the column after it.
    private mutating func fill(_ attribute: AttributeText, from column: Int, margin: Int, tail: Int) -> Int {
        let points = attribute.breakPoints()
        var (start, next, written) = (0, 0, 0)
        var room = Formatter.lineLength - column - 1
        if let first = points.first, first.column <= room {
            output.append(Byte.space)
        } else {
            goOn(margin)
            room = Formatter.lineLength - margin
        }
        while next < points.count, attribute.width + tail - written > room {
            var best = next
            next += 1
            while next < points.count, points[next].column - written <= room {
                if points[next].isBetter(than: points[best]) { best = next }
                next += 1
            }
            output += attribute.bytes[start..<points[best].offset]
            goOn(margin)
            (start, next, written) = (points[best].offset + 1, best + 1, points[best].column + 1)
            room = Formatter.lineLength - margin
        }
        output += attribute.bytes[start...]
        return (written == 0 ? Formatter.lineLength - room : margin) + attribute.width - written
    }

    /// Starts a new line within a tag.
    private mutating func goOn(_ margin: Int) {
        output.append(Byte.lineFeed)
        appendBlanks(margin)
    }
}
