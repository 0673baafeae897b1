internal import CLibXML2
internal import FlowDiagnostics

extension LibXML {
    /// Parses a valid file again, into libxml2's own document.
    ///
    /// Its elements contain their numbers in our tree, from 1. Only grammar validation needs it, as it is several times
    /// as large as the tree.
    /// - Returns: a document that the caller frees; nil if there is no memory for it.
    static func document(of file: SourceFile) -> xmlDocPtr? {
        prepare()
        let document = silently {
            file.bytes.withUnsafeBytes { bytes in
                let text = bytes.bindMemory(to: CChar.self)
                return xmlReadMemory(text.baseAddress, Int32(clamping: text.count), nil, nil, options)
            }
        }
        if let document { number(document) }
        return document
    }

    private static func number(_ document: xmlDocPtr) {
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

    /// The next node in document order. Only the children of elements are visited.
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
