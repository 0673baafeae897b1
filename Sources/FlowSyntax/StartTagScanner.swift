/// Finds the attributes of a start tag in the source.
///
/// It terminates on any input, and is exact for well-formed tags.
struct StartTagScanner {
    /// The locations of one attribute.
    struct Attribute {
        var name: Range<Int>
        /// The value between its quotes.
        var value: Range<Int>
        /// Whether the value contains references, tabs or line ends.
        var isEncoded: Bool
    }

    private let source: UnsafeBufferPointer<UInt8>
    private let end: Int
    private var offset: Int
    /// The location of the element name.
    let nameRange: Range<Int>

    /// Creates a scanner for a range from `<` to after the last attribute.
    init(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.source = source
        end = min(range.upperBound, source.count)
        var index = min(range.lowerBound + 1, end)
        while index < end, !Self.endsName(source[index]) { index += 1 }
        nameRange = min(range.lowerBound + 1, index)..<index
        offset = index
    }

    /// Whether a name follows the `<`, and not `!`, `?` or `/`.
    var hasName: Bool {
        guard !nameRange.isEmpty else { return false }
        let first = source[nameRange.lowerBound]
        return first != 0x21 && first != 0x3F
    }

    /// Returns the next attribute; nil at the end or at a syntax error.
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
