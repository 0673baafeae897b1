package import FlowDiagnostics

extension SyntaxTree {
    /// Returns the decoded text of an element, trimmed, or nil if there is only white space.
    ///
    /// The text includes CDATA. If elements divide the text, which no grammar permits, the first part is returned.
    package func content(of element: ElementID) -> String? {
        guard let range = textRange(of: element) else { return nil }
        return file.bytes.withUnsafeBufferPointer { source in
            String(decoding: Self.decode(source, range, .text), as: UTF8.self)
        }
    }

    /// Returns the `doc` of an element as one line, or an empty text if it has none.
    package func doc(of element: ElementID) -> String {
        let text = children(of: element, named: .doc).first.flatMap { content(of: $0) } ?? ""
        return text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    }

    /// Returns the location of an element's text, or nil if the element has none.
    ///
    /// The location includes the delimiters of a CDATA section that starts or ends the text.
    package func contentRange(of element: ElementID) -> SourceRange? {
        textRange(of: element).map { SourceRange(file: fileID, $0) }
    }

    /// Returns the source of a part of an element's decoded text, given by UTF-8 offsets.
    ///
    /// The part may contain references, CDATA and comments. Without text, the result is the start tag.
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

    /// Returns the decoded bytes of a source range.
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
    /// An empty part is the empty range before the piece at its offset.
    private func encodedSourceRange(
        ofDecoded part: Range<Int>, in range: Range<Int>, _ kind: ContentWalker.Kind
    ) -> Range<Int> {
        file.bytes.withUnsafeBufferPointer { source in
            var walker = ContentWalker(source, range, kind)
            var decoded = 0
            var start: Int?
            var end = range.upperBound
            while let piece = walker.next() {
                let next = decoded + piece.count
                if start == nil, next > part.lowerBound {
                    start = piece.source.lowerBound
                    end = part.isEmpty ? piece.source.lowerBound : piece.source.upperBound
                }
                if start != nil, decoded < part.upperBound, !part.isEmpty { end = piece.source.upperBound }
                if next >= part.upperBound, start != nil { break }
                decoded = next
            }
            let first = start ?? range.upperBound
            return first..<max(first, end)
        }
    }
}
