internal import FlowDiagnostics

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
