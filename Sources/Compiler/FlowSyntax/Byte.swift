/// ASCII bytes with a meaning in XML or in attribute values.
enum Byte {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let ampersand: UInt8 = 0x26
    static let semicolon: UInt8 = 0x3B
    static let slash: UInt8 = 0x2F
    static let colon: UInt8 = 0x3A
    static let lessThan: UInt8 = 0x3C
    static let equals: UInt8 = 0x3D
    static let greaterThan: UInt8 = 0x3E
    static let questionMark: UInt8 = 0x3F
    static let doubleQuote: UInt8 = 0x22
    static let singleQuote: UInt8 = 0x27
    static let star: UInt8 = 0x2A

    /// Returns whether a byte is XML white space.
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == lineFeed || byte == tab || byte == carriageReturn
    }

    /// Returns whether a byte is a quotation mark of XML.
    @inline(__always)
    static func isQuote(_ byte: UInt8) -> Bool { byte == doubleQuote || byte == singleQuote }

    /// Returns whether a byte continues a UTF-8 sequence: its two high bits are 10.
    @inline(__always)
    static func continuesScalar(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether a text starts at an index, and ends at or before `end`.
    func starts(with text: StaticString, at index: Int, end: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, index + length <= Swift.min(end, count) else { return false }
        return text.withUTF8Buffer { bytes in
            for offset in 0..<length where self[index + offset] != bytes[offset] { return false }
            return true
        }
    }

    /// Returns the last offset of a byte before an index, or 0 if there is none.
    func lastOffset(of byte: UInt8, before index: Int) -> Int {
        var offset = Swift.min(index, count) - 1
        while offset > 0, self[offset] != byte { offset -= 1 }
        return Swift.max(offset, 0)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The range of the bytes without XML white space at both ends; empty if there are no other bytes.
    package var trimmedRange: Range<Int> {
        var start = 0
        var end = count
        while start < end, Byte.isSpace(self[start]) { start += 1 }
        while end > start, Byte.isSpace(self[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Calls a function with the range of each word, separated by XML white space.
    func forEachWord(_ body: (Range<Int>) -> Void) {
        var index = 0
        while index < count {
            while index < count, Byte.isSpace(self[index]) { index += 1 }
            let start = index
            while index < count, !Byte.isSpace(self[index]) { index += 1 }
            if index > start { body(start..<index) }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the start of the processing instruction that ends at an offset, or nil if no instruction ends there.
    ///
    /// The search goes forward from the end of the previous tag or instruction. Backward, it could find a `<?` in a
    /// comment or in the instruction itself.
    func startOfInstruction(endingAt end: Int, searchingFrom first: Int) -> Int? {
        var index = first
        while index < end {
            // Comments and CDATA sections can contain `<?`, and are skipped.
            if let next = endOfMarkup(from: "<!--", to: "-->", at: index, end: end)
                ?? endOfMarkup(from: "<![CDATA[", to: "]]>", at: index, end: end)
            {
                index = next
            } else if let next = endOfMarkup(from: "<?", to: "?>", at: index, end: end) {
                if next == end { return index }
                index = next
            } else {
                index += 1
            }
        }
        return nil
    }

    /// Returns the offset after markup that starts at an offset, or nil if the markup does not start there.
    ///
    /// Markup that is not closed ends at `end`.
    private func endOfMarkup(
        from opening: StaticString, to closing: StaticString, at start: Int, end: Int
    ) -> Int? {
        guard starts(with: opening, at: start, end: end) else { return nil }
        var index = start + opening.utf8CodeUnitCount
        while index < end, !starts(with: closing, at: index, end: end) { index += 1 }
        return Swift.min(index + closing.utf8CodeUnitCount, end)
    }
}
