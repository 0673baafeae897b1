/// Determines which elements fit on one line, and their widths.
enum InlineWidths {
    /// Returns the nodes of a document with the widths of all elements that fit on one line.
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
        case .text:
            return source[node.inner].contains(Byte.lineFeed) ? nil : source.width(of: node.inner)
        case .nodes:
            guard nodes[index + 1].lineBreaks == 0 else { return nil }
            var width = 0
            var child = index + 1
            while child < node.subtreeEnd {
                guard let inline = nodes[child].inlineWidth, nodes[child].lineBreaks < 2 else { return nil }
                width += inline
                child = nodes[child].subtreeEnd
            }
            return width
        }
    }
}
