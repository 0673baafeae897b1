internal import CLibXML2
internal import FlowDiagnostics

extension LibXML {
    /// Parses a well-formed file into libxml2's own document, for grammar validation.
    ///
    /// The `_private` field of each element is the element's number in the `SyntaxTree`, counted from 1. The document
    /// is several times as large as that tree.
    /// - Returns: a document that the caller frees, or nil if there is not enough memory.
    static func document(of file: SourceFile) -> xmlDocPtr? {
        prepare()
        let document = silently {
            file.bytes.withUnsafeBytes { bytes in
                let text = bytes.bindMemory(to: CChar.self)
                return xmlReadMemory(text.baseAddress, Int32(clamping: text.count), nil, nil, options)
            }
        }
        if let document { numberElements(of: document) }
        return document
    }

    /// Stores the number of each element, counted from 1, in its `_private` field.
    private static func numberElements(of document: xmlDocPtr) {
        var count = 0
        var next = xmlDocGetRootElement(document)
        while let node = next {
            if node.pointee.type == XML_ELEMENT_NODE {
                count += 1
                node.pointee._private = UnsafeMutableRawPointer(bitPattern: count)
            }
            next = successor(of: node)
        }
    }

    /// Returns the node after a node in document order, or nil at the end.
    ///
    /// The children of nodes other than elements are skipped.
    private static func successor(of node: xmlNodePtr) -> xmlNodePtr? {
        if node.pointee.type == XML_ELEMENT_NODE, let child = node.pointee.children { return child }
        var node = node
        while node.pointee.next == nil {
            guard let parent = node.pointee.parent, parent.pointee.type == XML_ELEMENT_NODE else { return nil }
            node = parent
        }
        return node.pointee.next
    }
}
