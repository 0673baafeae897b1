package import FlowDiagnostics

/// A parsed document, stored as flat arrays in document order.
///
/// Every name and value is a range of the source. An identifier of another tree does not trap: the result is then nil,
/// empty, or an unrelated element.
///
/// The tree is a class, so that passing it costs one reference count instead of one per array.
package final class SyntaxTree: Sendable {
    package let file: SourceFile
    package let fileID: FileID
    let elements: [ElementRecord]
    let attributes: [AttributeRecord]
    let texts: [Range<Int32>]
    let instructions: [InstructionRecord]

    /// Creates a tree from the arrays that a `TreeBuilder` collected.
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

    /// The root element. Every tree has one, since only well-formed documents become trees.
    package var root: ElementID { ElementID(0) }

    package var elementCount: Int { elements.count }

    /// All elements in document order.
    package var allElements: some RandomAccessCollection<ElementID> {
        (0..<elements.count).lazy.map { ElementID($0) }
    }

    /// Returns the name of an element, or `unknown` if no grammar defines it or it is in a namespace.
    package func name(of element: ElementID) -> ElementName { record(element)?.name ?? .unknown }

    /// Returns an element's name as written, including its prefix.
    package func writtenName(of element: ElementID) -> String { file.text(nameRange(of: element).offsets) }

    /// Returns the enclosing element, or nil for the root.
    package func parent(of element: ElementID) -> ElementID? {
        guard let record = record(element), record.parent >= 0 else { return nil }
        return ElementID(Int(record.parent))
    }

    /// Returns the children of an element in document order.
    package func children(of element: ElementID) -> SyntaxChildren {
        guard let record = record(element) else { return SyntaxChildren(elements: [], position: 0, end: 0) }
        return SyntaxChildren(elements: elements, position: element.index + 1, end: record.subtreeEnd)
    }

    /// Returns the children of an element whose name is `name`, in document order.
    package func children(of element: ElementID, named name: ElementName) -> [ElementID] {
        var result: [ElementID] = []
        forEachChild(of: element) { child, found in if found == name { result.append(child) } }
        return result
    }

    /// Calls a function with each child of an element and the child's name.
    ///
    /// In other modules, into which `children(of:)` is not inlined, this is faster than a loop.
    package func forEachChild(of element: ElementID, _ body: (ElementID, ElementName) -> Void) {
        guard let record = record(element) else { return }
        elements.withUnsafeBufferPointer { records in
            var position = Int(element.index) + 1
            let end = Swift.min(Int(record.subtreeEnd), records.count)
            while position < end {
                body(ElementID(position), records[position].name)
                position = Swift.max(Int(records[position].subtreeEnd), position + 1)
            }
        }
    }

    /// Returns the location of an element's start tag, from `<` to after `>`.
    package func tagRange(of element: ElementID) -> SourceRange {
        range(record(element)?.tagStart, record(element)?.tagEnd)
    }

    /// Returns the location of the name in an element's start tag.
    package func nameRange(of element: ElementID) -> SourceRange {
        range(record(element).map { $0.tagStart + 1 }, record(element)?.nameEnd)
    }

    /// Returns the location of an element, from its start tag to after its end tag.
    package func range(of element: ElementID) -> SourceRange {
        range(record(element)?.tagStart, record(element)?.end)
    }

    /// Returns an element's record, or nil if the tree has no such element.
    func record(_ element: ElementID) -> ElementRecord? {
        elements.indices.contains(Int(element.index)) ? elements[Int(element.index)] : nil
    }

    /// Returns the range of the source between two offsets; a nil offset counts as 0.
    func range(_ start: Int32?, _ end: Int32?) -> SourceRange {
        SourceRange(file: fileID, start: start ?? 0, end: end ?? 0)
    }
}

extension SyntaxTree {
    /// The processing instructions `<?flowc …?>` in document order. The tree contains no others.
    package var compilerInstructions: [SyntaxInstruction] {
        guard !instructions.isEmpty else { return [] }
        return file.bytes.withUnsafeBufferPointer { source in instructions.map { read($0, source) } }
    }

    /// Reads the fields of an instruction from the source, and returns the instruction with its locations.
    private func read(_ record: InstructionRecord, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxInstruction {
        let start = Int(record.range.lowerBound)
        // The fields are between `<?flowc` and `?>`.
        let end = Int(record.range.upperBound) - 2
        let target = start + 2..<start + InstructionRecord.opening.utf8CodeUnitCount
        var scanner = StartTagScanner(source, start..<max(start, end))
        var fields: [SyntaxInstruction.Field] = []
        var fieldsEnd = target.upperBound
        while let found = scanner.next() {
            fields.append(field(found, source))
            // The closing quote follows the value.
            fieldsEnd = found.value.upperBound + 1
        }
        return SyntaxInstruction(
            range: range(record.range.lowerBound, record.range.upperBound),
            targetRange: SourceRange(file: fileID, target),
            element: record.element < 0 ? nil : ElementID(Int(record.element)),
            fields: fields, unreadable: trimmed(fieldsEnd..<max(fieldsEnd, end), source))
    }

    /// Returns an attribute of an instruction as a field, with its value decoded and split into words.
    private func field(
        _ found: StartTagScanner.Attribute, _ source: UnsafeBufferPointer<UInt8>
    ) -> SyntaxInstruction.Field {
        var walker = ContentWalker(source, found.value, .attribute)
        var value: [UInt8] = []
        var places: [Range<Int>] = []
        while let piece = walker.next() {
            for index in 0..<piece.count {
                value.append(UInt8(truncatingIfNeeded: piece.bytes >> UInt32(8 * index)))
                places.append(piece.source)
            }
        }
        return SyntaxInstruction.Field(
            name: String(decoding: source[found.name], as: UTF8.self),
            nameRange: SourceRange(file: fileID, found.name), text: String(decoding: value, as: UTF8.self),
            valueRange: SourceRange(file: fileID, found.value), words: words(of: value, at: places))
    }

    /// Returns the words of a decoded value with their locations; `places` are the source ranges of its bytes.
    private func words(of value: [UInt8], at places: [Range<Int>]) -> [(text: String, range: SourceRange)] {
        var result: [(text: String, range: SourceRange)] = []
        value.withUnsafeBufferPointer { bytes in
            bytes.forEachWord { word in
                let place = places[word.lowerBound].lowerBound..<places[word.upperBound - 1].upperBound
                result.append((String(decoding: bytes[word], as: UTF8.self), SourceRange(file: fileID, place)))
            }
        }
        return result
    }

    /// Returns a range without white space at its ends, or nil if it has only white space.
    private func trimmed(_ range: Range<Int>, _ source: UnsafeBufferPointer<UInt8>) -> SourceRange? {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, Byte.isSpace(source[start]) { start += 1 }
        while start < end, Byte.isSpace(source[end - 1]) { end -= 1 }
        return start < end ? SourceRange(file: fileID, start..<end) : nil
    }
}
