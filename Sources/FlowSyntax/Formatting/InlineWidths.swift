/// Finds out which elements can stand on one line, and how wide they are there.
enum InlineWidths {
    /// The nodes with their widths, the innermost first.
    static func added(
        to nodes: [LayoutNode], _ source: UnsafeBufferPointer<UInt8>, _ tags: TagReader
    ) -> [LayoutNode] {
        var nodes = nodes
        for index in nodes.indices.reversed() where nodes[index].kind == .element {
            guard let content = width(ofContentOf: index, nodes, source) else { continue }
            let tag = tags.tag(of: nodes[index])
            let end = nodes[index].content == .none ? 2 : 4 + source.width(of: tag.name)
            nodes[index].inlineWidth = tag.width + content + end
        }
        return nodes
    }

    /// The columns between the tags; nil where the author begins a line or something needs one.
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
