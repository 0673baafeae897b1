/// Finds the attributes of a start tag in the source; total on any input, exact on a well-formed tag.
struct StartTagScanner {
    /// The places of one attribute.
    struct Attribute {
        /// The name.
        var name: Range<Int>
        /// The value between the quotes.
        var value: Range<Int>
        /// True when the value has references, tabs or line ends.
        var isEncoded: Bool
    }

    private let source: UnsafeBufferPointer<UInt8>
    private let end: Int
    private var offset: Int
    /// The place of the element name.
    let nameRange: Range<Int>

    /// Starts at the `<` at the lower end of a range that ends behind the last attribute.
    init(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.source = source
        end = min(range.upperBound, source.count)
        var index = min(range.lowerBound + 1, end)
        while index < end, !Self.endsName(source[index]) { index += 1 }
        nameRange = min(range.lowerBound + 1, index)..<index
        offset = index
    }

    /// True when a name follows the `<`, and not the `!`, `?` or `/` of other markup.
    var hasName: Bool {
        guard !nameRange.isEmpty else { return false }
        let first = source[nameRange.lowerBound]
        return first != 0x21 && first != 0x3F
    }

    /// The next attribute, nil at the end of the tag or where it is broken.
    mutating func next() -> Attribute? {
        while offset < end, Byte.isSpace(source[offset]) { offset += 1 }
        let nameStart = offset
        while offset < end, source[offset] != Byte.equals, !Self.endsName(source[offset]) { offset += 1 }
        let nameEnd = offset
        while offset < end, Byte.isSpace(source[offset]) { offset += 1 }
        guard nameEnd > nameStart, offset < end, source[offset] == Byte.equals else { return nil }
        offset += 1
        while offset < end, Byte.isSpace(source[offset]) { offset += 1 }
        guard offset < end else { return nil }
        let quote = source[offset]
        guard quote == Byte.doubleQuote || quote == Byte.singleQuote else { return nil }
        offset += 1
        return value(nameStart..<nameEnd, quote)
    }

    private mutating func value(_ name: Range<Int>, _ quote: UInt8) -> Attribute? {
        let start = offset
        var isEncoded = false
        while offset < end {
            let byte = source[offset]
            if byte == quote { break }
            if byte == Byte.ampersand || byte < Byte.space { isEncoded = true }
            offset += 1
        }
        guard offset < end else { return nil }
        offset += 1
        return Attribute(name: name, value: start..<offset - 1, isEncoded: isEncoded)
    }

    @inline(__always)
    private static func endsName(_ byte: UInt8) -> Bool {
        Byte.isSpace(byte) || byte == Byte.slash || byte == Byte.greaterThan
    }
}
