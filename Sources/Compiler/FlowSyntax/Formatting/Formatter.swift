package import FlowDiagnostics

/// Formats flow, service and scenario files (see `Docs/Reference/Formatting.md`).
///
/// Formatting does not change the meaning of a file. It is idempotent, and takes linear time.
package enum Formatter {
    /// The maximum width of a line of tags, in columns. Texts, comments and most values of attributes are not wrapped.
    package static let lineLength = 110

    /// Formats a file as UTF-8 without a byte order mark.
    ///
    /// If the file cannot be parsed, the bag receives the problem, located in the file `id`.
    ///
    /// - Returns: the formatted bytes, or nil if the file cannot be parsed
    package static func format(
        file: SourceFile, id: FileID, limits: ParseLimits = ParseLimits(), bag: inout DiagnosticBag
    ) -> [UInt8]? {
        guard let document = DocumentParser.parse(file: file, id: id, limits: limits, bag: &bag) else { return nil }
        let vocabulary = document.kind.map(Vocabulary.vocabulary)
        return normalized(file.bytes).withUnsafeBufferPointer { source in
            var reader = LayoutReader(source)
            let tags = TagReader(source, vocabulary)
            let nodes = InlineWidths.measured(reader.read(), source, tags)
            var writer = LayoutWriter(source, nodes, tags)
            return writer.write()
        }
    }

    /// Returns bytes without a byte order mark, and with line feeds as line ends.
    private static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var last: UInt8 = 0
        let mark = "\u{FEFF}".utf8
        for byte in bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0) {
            if byte == Byte.carriageReturn {
                result.append(Byte.lineFeed)
            } else if byte != Byte.lineFeed || last != Byte.carriageReturn {
                result.append(byte)
            }
            last = byte
        }
        return result
    }
}

/// Determines which elements can be on one line, and the widths of these elements.
enum InlineWidths {
    /// Returns the nodes of a document with the widths of all elements that can be on one line of any length.
    static func measured(
        _ nodes: [LayoutNode], _ source: UnsafeBufferPointer<UInt8>, _ tags: TagReader
    ) -> [LayoutNode] {
        var nodes = nodes
        // Inner elements come after their parents, so the reverse order measures them first.
        for index in nodes.indices.reversed() where nodes[index].kind == .element {
            guard let content = width(ofContentOf: index, nodes, source) else { continue }
            let tag = tags.tag(of: nodes[index])
            // The width of `/>`, or of `>` and `</name>`.
            let closing = nodes[index].content == .none ? 2 : 4 + source.width(of: tag.name)
            nodes[index].inlineWidth = tag.width + content + closing
        }
        return nodes
    }

    /// Returns the width between the tags of an element, or nil if its content needs several lines.
    private static func width(
        ofContentOf index: Int, _ nodes: [LayoutNode], _ source: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        let node = nodes[index]
        switch node.content {
        case .none: return 0
        case .mixed: return nil
        // Text on several lines stays on several lines.
        case .text:
            return source[node.inner].contains(Byte.lineFeed) ? nil : source.width(of: node.inner)
        case .nodes:
            // The content stays on lines of its own if the author put its first node on a new line.
            guard nodes[index + 1].lineBreaks == 0 else { return nil }
            var width = 0
            var child = index + 1
            while child < node.subtreeEnd {
                // Comments and instructions have no inline width. Two line breaks are a blank line, which is kept.
                guard let inline = nodes[child].inlineWidth, nodes[child].lineBreaks < 2 else { return nil }
                width += inline
                child = nodes[child].subtreeEnd
            }
            return width
        }
    }
}
