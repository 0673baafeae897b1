package import FlowDiagnostics

extension SyntaxTree {
    /// The attributes of an element in the order of the source; namespace declarations are none.
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

    /// The attribute of a name, nil if the element has none.
    package func attribute(_ name: AttributeName, of element: ElementID) -> SyntaxAttribute? {
        for index in attributeIndices(of: element) where attributes[index].name == name {
            return SyntaxAttribute(index: Int32(index), name: name)
        }
        return nil
    }

    /// The name of an attribute as it stands in the source, prefix included.
    package func writtenName(of attribute: SyntaxAttribute) -> String { file.text(nameRange(of: attribute).offsets) }

    /// The place of the name.
    package func nameRange(of attribute: SyntaxAttribute) -> SourceRange {
        range(record(attribute)?.nameStart, record(attribute)?.nameEnd)
    }

    /// The place of the value between the quotes.
    package func valueRange(of attribute: SyntaxAttribute) -> SourceRange {
        range(record(attribute)?.valueStart, record(attribute)?.valueEnd)
    }

    /// The decoded value.
    package func text(of attribute: SyntaxAttribute) -> String {
        withBytes(of: attribute) { String(decoding: $0, as: UTF8.self) }
    }

    /// The decoded value without white space around it, as enumerated words are compared.
    package func word(of attribute: SyntaxAttribute) -> String {
        withWord(of: attribute) { String(decoding: $0, as: UTF8.self) }
    }

    /// The decoded value of the attribute of a name, nil if the element has none.
    package func text(_ name: AttributeName, of element: ElementID) -> String? {
        attribute(name, of: element).map { text(of: $0) }
    }

    /// True when the decoded value is exactly a text, compared as UTF-8.
    package func isEqual(_ attribute: SyntaxAttribute, _ text: String) -> Bool {
        withBytes(of: attribute) { $0.elementsEqual(text.utf8) }
    }

    /// Calls a function with the decoded value as UTF-8; without a copy unless the value has references in it.
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

    /// The words of a list separated by white space, each with its place in the source.
    package func tokens(of attribute: SyntaxAttribute) -> [(text: String, range: SourceRange)] {
        var result: [(text: String, range: SourceRange)] = []
        forEachToken(of: attribute) { result.append((String(decoding: $0, as: UTF8.self), $1)) }
        return result
    }

    /// Calls a function with the words of a list, in UTF-8, each with its place in the source.
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

    /// Calls a function with the decoded value as UTF-8, without the white space around it.
    package func withWord<Result>(
        of attribute: SyntaxAttribute, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        withBytes(of: attribute) { body(UnsafeBufferPointer(rebasing: $0[$0.trimmedRange])) }
    }

    /// Where each byte of a decoded value comes from, found in one pass; nil for a value that stands as it is.
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

    /// The source of a part of the decoded value, given by its UTF-8 offsets, also across references and line ends.
    ///
    /// A part of a reference counts as the whole; offsets behind the value give its end.
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
