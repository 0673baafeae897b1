package import FlowDiagnostics

extension SyntaxTree {
    /// Returns the attributes of an element in source order, without namespace declarations.
    package func attributes(of element: ElementID) -> some RandomAccessCollection<SyntaxAttribute> {
        attributeIndices(of: element).lazy.map { [attributes] in
            SyntaxAttribute(index: Int32($0), name: attributes[$0].name)
        }
    }

    package func attributeNames(of element: ElementID) -> AttributeSet {
        var names = AttributeSet()
        for index in attributeIndices(of: element) { names.insert(attributes[index].name) }
        return names
    }

    /// Returns the attribute `name` of an element, or nil if the element does not have it.
    package func attribute(_ name: AttributeName, of element: ElementID) -> SyntaxAttribute? {
        for index in attributeIndices(of: element) where attributes[index].name == name {
            return SyntaxAttribute(index: Int32(index), name: name)
        }
        return nil
    }

    /// Returns an attribute's name as written, including its prefix.
    package func writtenName(of attribute: SyntaxAttribute) -> String { file.text(nameRange(of: attribute).offsets) }

    /// Returns the location of an attribute's name.
    package func nameRange(of attribute: SyntaxAttribute) -> SourceRange {
        range(record(attribute)?.nameStart, record(attribute)?.nameEnd)
    }

    /// Returns the location of an attribute's value, without its quotes.
    package func valueRange(of attribute: SyntaxAttribute) -> SourceRange {
        range(record(attribute)?.valueStart, record(attribute)?.valueEnd)
    }

    /// Returns an attribute's decoded value.
    package func text(of attribute: SyntaxAttribute) -> String {
        withBytes(of: attribute) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns an attribute's decoded value, without white space at its ends.
    package func trimmedText(of attribute: SyntaxAttribute) -> String {
        withTrimmedBytes(of: attribute) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the decoded value of the attribute `name`, or nil if the element does not have it.
    package func text(_ name: AttributeName, of element: ElementID) -> String? {
        attribute(name, of: element).map { text(of: $0) }
    }

    /// Calls a function with the UTF-8 bytes of an attribute's decoded value, and returns its result.
    /// The bytes are copied only if the value must be decoded.
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

    /// Returns the words of an attribute's decoded value, separated by white space, with their locations in the source.
    package func tokens(of attribute: SyntaxAttribute) -> [(text: String, range: SourceRange)] {
        var result: [(text: String, range: SourceRange)] = []
        forEachToken(of: attribute) { result.append((String(decoding: $0, as: UTF8.self), $1)) }
        return result
    }

    /// Calls a function with the UTF-8 bytes and the location of each word of an attribute's value.
    package func forEachToken(
        of attribute: SyntaxAttribute, _ body: (UnsafeBufferPointer<UInt8>, SourceRange) -> Void
    ) {
        let places = decodedPlaces(of: attribute)
        withBytes(of: attribute) { bytes in
            bytes.forEachWord { word in
                let text = UnsafeBufferPointer(rebasing: bytes[word])
                // A value that needs no decoding has its bytes at the same offsets in the source.
                guard let places, places.indices.contains(word.upperBound - 1) else {
                    return body(text, range(ofDecoded: word, in: attribute))
                }
                body(text, range(places[word.lowerBound].lowerBound, places[word.upperBound - 1].upperBound))
            }
        }
    }

    /// Calls a function with the UTF-8 bytes of an attribute's trimmed decoded value, and returns its result.
    package func withTrimmedBytes<Result>(
        of attribute: SyntaxAttribute, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        withBytes(of: attribute) { body(UnsafeBufferPointer(rebasing: $0[$0.trimmedRange])) }
    }

    /// Returns the source range of each decoded byte, or nil if the value needs no decoding.
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

    /// Returns the source of a part of an attribute's decoded value, given by UTF-8 offsets.
    ///
    /// The source may contain references and line ends. A part of a referenced character counts as the whole reference.
    /// Offsets beyond the value count as its end.
    package func range(ofDecoded part: Range<Int>, in attribute: SyntaxAttribute) -> SourceRange {
        guard let record = record(attribute) else { return range(nil, nil) }
        let value = Int(record.valueStart)..<Int(record.valueEnd)
        return SourceRange(
            file: fileID, sourceRange(ofDecoded: part, in: value, .attribute, isEncoded: record.isEncoded))
    }

    /// Returns an attribute's record, or nil if the tree has no such attribute.
    func record(_ attribute: SyntaxAttribute) -> AttributeRecord? {
        attributes.indices.contains(Int(attribute.index)) ? attributes[Int(attribute.index)] : nil
    }

    /// Returns the indices of an element's attributes among all attributes of the tree.
    private func attributeIndices(of element: ElementID) -> Range<Int> {
        guard let record = record(element) else { return 0..<0 }
        return Int(record.firstAttribute)..<Int(record.firstAttribute) + Int(record.attributeCount)
    }
}

extension SyntaxTree {
    /// Returns the decoded text of an element, or nil if there is only white space.
    ///
    /// White space at the ends is removed, except in a CDATA section with other text. If elements divide the text, the
    /// first part is returned.
    package func content(of element: ElementID) -> String? {
        guard let range = textRange(of: element) else { return nil }
        return file.bytes.withUnsafeBufferPointer { source in
            String(decoding: Self.decode(source, range, .text), as: UTF8.self)
        }
    }

    /// Returns the `doc` of an element as one line, or an empty text if it has none.
    package func doc(of element: ElementID) -> String {
        let text = children(of: element, named: .doc).first.flatMap { content(of: $0) } ?? ""
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns the location of an element's text, or nil if the element has none.
    ///
    /// The location includes the delimiters of a CDATA section that starts or ends the text.
    package func contentRange(of element: ElementID) -> SourceRange? {
        textRange(of: element).map { SourceRange(file: fileID, $0) }
    }

    /// Returns the source of a part of an element's decoded text, given by UTF-8 offsets.
    ///
    /// The source may contain references, CDATA and comments. If the element has no text, the result is its start tag.
    package func range(ofDecoded part: Range<Int>, inContentOf element: ElementID) -> SourceRange {
        guard let text = textRange(of: element) else { return tagRange(of: element) }
        return SourceRange(file: fileID, sourceRange(ofDecoded: part, in: text, .text, isEncoded: true))
    }

    /// Returns the range of an element's text in the source, or nil if the element has none.
    private func textRange(of element: ElementID) -> Range<Int>? {
        guard let record = record(element), texts.indices.contains(Int(record.text)) else { return nil }
        let text = texts[Int(record.text)]
        return Int(text.lowerBound)..<Int(text.upperBound)
    }

    /// Returns the bytes of a range of the source, decoded as an attribute value or as text.
    static func decode(
        _ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ kind: ContentWalker.Kind
    ) -> [UInt8] {
        var walker = ContentWalker(source, range, kind)
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        while let piece = walker.next() {
            for index in 0..<piece.count { result.append(UInt8(truncatingIfNeeded: piece.bytes >> UInt32(8 * index))) }
        }
        return result
    }

    /// Returns the source of a part of the decoded content of a range; `part` is a range of offsets in that content.
    ///
    /// If the content is not encoded, its bytes are the bytes of the source.
    func sourceRange(
        ofDecoded part: Range<Int>, in range: Range<Int>, _ kind: ContentWalker.Kind, isEncoded: Bool
    ) -> Range<Int> {
        guard isEncoded else {
            let shifted = range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound
            return shifted.clamped(to: range)
        }
        return encodedSourceRange(ofDecoded: part, in: range, kind)
    }

    /// Returns the source of a part of encoded content, by decoding the content up to the end of the part.
    ///
    /// The source of an empty part is the empty range before the character that follows the part.
    private func encodedSourceRange(
        ofDecoded part: Range<Int>, in range: Range<Int>, _ kind: ContentWalker.Kind
    ) -> Range<Int> {
        file.bytes.withUnsafeBufferPointer { source in
            var walker = ContentWalker(source, range, kind)
            // The number of decoded bytes.
            var decoded = 0
            var result: Range<Int>?
            while let piece = walker.next() {
                decoded += piece.count
                guard decoded > part.lowerBound else { continue }
                let start = result?.lowerBound ?? piece.source.lowerBound
                if part.isEmpty { return start..<start }
                result = start..<piece.source.upperBound
                if decoded >= part.upperBound { break }
            }
            return result ?? range.upperBound..<range.upperBound
        }
    }
}
