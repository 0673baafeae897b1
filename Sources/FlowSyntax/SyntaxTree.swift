package import FlowDiagnostics

/// A parsed document as flat arrays in document order.
///
/// Every name and value is a range of the source. An identifier or attribute of another tree is treated as absent, or
/// as an unrelated element; it never traps.
///
/// It is a class, so that passing it costs one reference count instead of one per array.
package final class SyntaxTree: Sendable {
    /// The source that all ranges refer to.
    package let file: SourceFile
    /// The number of the source.
    package let fileID: FileID
    let elements: [ElementRecord]
    let attributes: [AttributeRecord]
    let texts: [Range<Int32>]
    let instructions: [InstructionRecord]

    init(
        file: SourceFile, fileID: FileID, elements: [ElementRecord], attributes: [AttributeRecord],
        texts: [Range<Int32>], instructions: [InstructionRecord] = []
    ) {
        self.file = file
        self.fileID = fileID
        self.elements = elements
        self.attributes = attributes
        self.texts = texts
        self.instructions = instructions
    }

    /// The root element. It always exists, since only well-formed documents become a tree.
    package var root: ElementID { ElementID(0) }

    /// The number of elements.
    package var elementCount: Int { elements.count }

    /// All elements in document order.
    package var allElements: some RandomAccessCollection<ElementID> {
        (0..<elements.count).lazy.map { ElementID($0) }
    }

    /// The name of an element; `unknown` for names in no grammar.
    package func name(of element: ElementID) -> ElementName { record(element)?.name ?? .unknown }

    /// The element's name as written, including its prefix.
    package func writtenName(of element: ElementID) -> String { file.text(nameRange(of: element).offsets) }

    /// The enclosing element; nil for the root.
    package func parent(of element: ElementID) -> ElementID? {
        guard let record = record(element), record.parent >= 0 else { return nil }
        return ElementID(Int(record.parent))
    }

    /// The children of an element in document order.
    package func children(of element: ElementID) -> SyntaxChildren {
        guard let record = record(element) else { return SyntaxChildren(elements: [], position: 0, end: 0) }
        return SyntaxChildren(elements: elements, position: element.index + 1, end: record.subtreeEnd)
    }

    /// The children of an element with a name, in document order.
    package func children(of element: ElementID, named name: ElementName) -> [ElementID] {
        var result: [ElementID] = []
        forEachChild(of: element) { child, found in if found == name { result.append(child) } }
        return result
    }

    /// Calls a function with every child of an element and its name.
    ///
    /// It is for loops in other modules, into which the compiler does not inline `children(of:)`.
    package func forEachChild(of element: ElementID, _ body: (ElementID, ElementName) -> Void) {
        guard let record = record(element) else { return }
        elements.withUnsafeBufferPointer { elements in
            var position = Int(element.index) + 1
            let end = Swift.min(Int(record.subtreeEnd), elements.count)
            while position < end {
                body(ElementID(position), elements[position].name)
                position = Swift.max(Int(elements[position].subtreeEnd), position + 1)
            }
        }
    }

    /// The start tag, from `<` to after `>`.
    package func tagRange(of element: ElementID) -> SourceRange {
        range(record(element)?.tagStart, record(element)?.tagEnd)
    }

    /// The name in the start tag.
    package func nameRange(of element: ElementID) -> SourceRange {
        range(record(element).map { $0.tagStart + 1 }, record(element)?.nameEnd)
    }

    /// The element, from its start tag to after its end tag.
    package func range(of element: ElementID) -> SourceRange {
        range(record(element)?.tagStart, record(element)?.end)
    }

    func record(_ element: ElementID) -> ElementRecord? {
        elements.indices.contains(Int(element.index)) ? elements[Int(element.index)] : nil
    }

    func range(_ start: Int32?, _ end: Int32?) -> SourceRange {
        SourceRange(file: fileID, start: start ?? 0, end: end ?? 0)
    }
}
