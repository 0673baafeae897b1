package import FlowDiagnostics

extension SyntaxTree {
    /// The attributes of an element in source order, without namespace declarations.
    package func attributes(of element: ElementID) -> some RandomAccessCollection<SyntaxAttribute> {
        attributeIndices(of: element).lazy.map { [attributes] in
            SyntaxAttribute(index: Int32($0), name: attributes[$0].name)
        }
    }

    /// The names of the attributes of an element.
    package func attributeNames(of element: ElementID) -> AttributeSet {
        var names = AttributeSet()
        for index in attributeIndices(of: element) { names.insert(attributes[index].name) }
        return names
    }

    /// The attribute with a name, or nil.
    package func attribute(_ name: AttributeName, of element: ElementID) -> SyntaxAttribute? {
        for index in attributeIndices(of: element) where attributes[index].name == name {
            return SyntaxAttribute(index: Int32(index), name: name)
        }
        return nil
    }

    /// The attribute's name as written, including its prefix.
    package func writtenName(of attribute: SyntaxAttribute) -> String { file.text(nameRange(of: attribute).offsets) }

    /// The location of the name.
    package func nameRange(of attribute: SyntaxAttribute) -> SourceRange {
        range(record(attribute)?.nameStart, record(attribute)?.nameEnd)
    }

    /// The location of the value between the quotes.
    package func valueRange(of attribute: SyntaxAttribute) -> SourceRange {
        range(record(attribute)?.valueStart, record(attribute)?.valueEnd)
    }

    /// The decoded value.
    package func text(of attribute: SyntaxAttribute) -> String {
        withBytes(of: attribute) { String(decoding: $0, as: UTF8.self) }
    }

    /// The decoded value without surrounding white space, for comparing words.
    package func word(of attribute: SyntaxAttribute) -> String {
        withWord(of: attribute) { String(decoding: $0, as: UTF8.self) }
    }

    /// The decoded value of the attribute with a name, or nil.
    package func text(_ name: AttributeName, of element: ElementID) -> String? {
        attribute(name, of: element).map { text(of: $0) }
    }

    /// Whether the decoded value equals a text, compared as UTF-8.
    package func isEqual(_ attribute: SyntaxAttribute, _ text: String) -> Bool {
        withBytes(of: attribute) { $0.elementsEqual(text.utf8) }
    }

    /// Calls a function with the decoded UTF-8 value.
    ///
    /// It copies only values with references.
    package func withBytes<Result>(
        of attribute: SyntaxAttribute, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard let record = record(attribute) else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
        return file.bytes.withUnsafeBufferPointer { source in
            let range = Int(record.valueStart)..<Int(record.valueEnd)
            guard record.isEncoded else { return body(UnsafeBufferPointer(rebasing: source[range])) }
            return Self.decode(source, range, .attribute).withUnsafeBufferPointer(body)
        }
    }

    /// The words of a list, with their locations in the source.
    package func tokens(of attribute: SyntaxAttribute) -> [(text: String, range: SourceRange)] {
        var result: [(text: String, range: SourceRange)] = []
        forEachToken(of: attribute) { result.append((String(decoding: $0, as: UTF8.self), $1)) }
        return result
    }

    /// Calls a function with each UTF-8 word of a list and its location.
    package func forEachToken(
        of attribute: SyntaxAttribute, _ body: (UnsafeBufferPointer<UInt8>, SourceRange) -> Void
    ) {
        let places = decodedPlaces(of: attribute)
        withBytes(of: attribute) { bytes in
            bytes.forEachWord { word in
                let text = UnsafeBufferPointer(rebasing: bytes[word])
                guard let places, places.indices.contains(word.upperBound - 1) else {
                    return body(text, range(ofDecoded: word, in: attribute))
                }
                body(text, range(places[word.lowerBound].lowerBound, places[word.upperBound - 1].upperBound))
            }
        }
    }

    /// Calls a function with the decoded UTF-8 value, without surrounding white space.
    package func withWord<Result>(
        of attribute: SyntaxAttribute, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        withBytes(of: attribute) { body(UnsafeBufferPointer(rebasing: $0[$0.trimmedRange])) }
    }

    /// The source of each decoded byte; nil if the value needs no decoding.
    private func decodedPlaces(of attribute: SyntaxAttribute) -> [Range<Int32>]? {
        guard let record = record(attribute), record.isEncoded else { return nil }
        return file.bytes.withUnsafeBufferPointer { source in
            let value = Int(record.valueStart)..<Int(record.valueEnd)
            var walker = ContentWalker(source, value, .attribute)
            var result: [Range<Int32>] = []
            result.reserveCapacity(value.count)
            while let piece = walker.next() {
                let place = Int32(clamping: piece.source.lowerBound)..<Int32(clamping: piece.source.upperBound)
                for _ in 0..<piece.count { result.append(place) }
            }
            return result
        }
    }

    /// The source of a part of the decoded value, given by UTF-8 offsets.
    ///
    /// It works across references and line ends. A part of a reference counts as the whole; offsets beyond the value
    /// mean its end.
    package func range(ofDecoded part: Range<Int>, in attribute: SyntaxAttribute) -> SourceRange {
        guard let record = record(attribute) else { return range(nil, nil) }
        let value = Int(record.valueStart)..<Int(record.valueEnd)
        return SourceRange(file: fileID, sourceRange(ofDecoded: part, in: value, .attribute, record.isEncoded))
    }

    func record(_ attribute: SyntaxAttribute) -> AttributeRecord? {
        attributes.indices.contains(Int(attribute.index)) ? attributes[Int(attribute.index)] : nil
    }

    private func attributeIndices(of element: ElementID) -> Range<Int> {
        guard let record = record(element) else { return 0..<0 }
        return Int(record.firstAttribute)..<Int(record.firstAttribute) + Int(record.attributeCount)
    }
}
