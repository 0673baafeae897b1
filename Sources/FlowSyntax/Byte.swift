/// The ASCII bytes with a meaning in XML.
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

    /// Whether a byte is XML white space.
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a text is at an index, before an end.
    func starts(with text: StaticString, at index: Int, end: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, index + length <= Swift.min(end, count) else { return false }
        return text.withUTF8Buffer { text in
            for offset in 0..<length where self[index + offset] != text[offset] { return false }
            return true
        }
    }

    /// The last offset of a byte before an index; 0 if there is none.
    func lastOffset(of byte: UInt8, before index: Int) -> Int {
        var offset = Swift.min(index, count) - 1
        while offset > 0, self[offset] != byte { offset -= 1 }
        return Swift.max(offset, 0)
    }
}
