package import FlowDiagnostics

extension SyntaxTree {
    /// The decoded text of an element, without surrounding white space.
    ///
    /// It includes CDATA, and is nil if there is only white space. If elements divide the text, it is the first part;
    /// no grammar permits this.
    package func content(of element: ElementID) -> String? {
        guard let range = textRange(of: element) else { return nil }
        return file.bytes.withUnsafeBufferPointer { source in
            String(decoding: Self.decode(source, range, .text), as: UTF8.self)
        }
    }

    /// The location of the text. It includes the delimiters of CDATA at its ends.
    package func contentRange(of element: ElementID) -> SourceRange? {
        textRange(of: element).map { SourceRange(file: fileID, $0) }
    }

    /// The source of a part of the text, given by UTF-8 offsets.
    ///
    /// It works across references, CDATA and comments.
    package func range(ofDecoded part: Range<Int>, inContentOf element: ElementID) -> SourceRange {
        guard let text = textRange(of: element) else { return tagRange(of: element) }
        return SourceRange(file: fileID, sourceRange(ofDecoded: part, in: text, .text, true))
    }

    private func textRange(of element: ElementID) -> Range<Int>? {
        guard let record = record(element), texts.indices.contains(Int(record.text)) else { return nil }
        let text = texts[Int(record.text)]
        return Int(text.lowerBound)..<Int(text.upperBound)
    }

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

    func sourceRange(
        ofDecoded part: Range<Int>, in range: Range<Int>, _ kind: ContentWalker.Kind, _ isEncoded: Bool
    ) -> Range<Int> {
        guard isEncoded else {
            let start = min(range.lowerBound + max(0, part.lowerBound), range.upperBound)
            return start..<min(max(start, range.lowerBound + max(0, part.upperBound)), range.upperBound)
        }
        return file.bytes.withUnsafeBufferPointer { source in
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
