/// Finds the attributes of a start tag in the source.
///
/// The scanner finds all attributes of a well-formed tag, and terminates on any input.
struct StartTagScanner {
    /// The locations of an attribute in the source.
    struct Attribute {
        var name: Range<Int>
        /// The value, without its quotes.
        var value: Range<Int>
        /// Whether the value contains references, tabs or line ends.
        var isEncoded: Bool
    }

    private let source: UnsafeBufferPointer<UInt8>
    private let end: Int
    private var offset: Int
    /// The location of the element's name.
    let nameRange: Range<Int>

    /// Creates a scanner for a range that starts with `<` and ends after the last attribute.
    init(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.source = source
        end = min(range.upperBound, source.count)
        var index = min(range.lowerBound + 1, end)
        while index < end, !Self.endsName(source[index]) { index += 1 }
        nameRange = min(range.lowerBound + 1, index)..<index
        offset = index
    }

    /// Whether the range starts an element, and not a comment, an instruction or an end tag.
    var hasName: Bool {
        guard !nameRange.isEmpty else { return false }
        let first = source[nameRange.lowerBound]
        return first != UInt8(ascii: "!") && first != Byte.questionMark
    }

    /// Reads the next attribute, and returns its locations; nil at the end or at a syntax error.
    mutating func next() -> Attribute? {
        skipSpace()
        let nameStart = offset
        while offset < end, source[offset] != Byte.equals, !Self.endsName(source[offset]) { offset += 1 }
        let nameEnd = offset
        skipSpace()
        guard nameEnd > nameStart, offset < end, source[offset] == Byte.equals else { return nil }
        offset += 1
        skipSpace()
        guard offset < end else { return nil }
        let quote = source[offset]
        guard quote == Byte.doubleQuote || quote == Byte.singleQuote else { return nil }
        offset += 1
        return readValue(ofAttribute: nameStart..<nameEnd, quote: quote)
    }

    /// Moves past white space.
    @inline(__always)
    private mutating func skipSpace() {
        while offset < end, Byte.isSpace(source[offset]) { offset += 1 }
    }

    /// Reads a value after its opening quote, and returns its attribute; nil if the closing quote is missing.
    private mutating func readValue(ofAttribute name: Range<Int>, quote: UInt8) -> Attribute? {
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

    /// Returns whether a byte cannot be part of a name in a tag.
    @inline(__always)
    private static func endsName(_ byte: UInt8) -> Bool {
        Byte.isSpace(byte) || byte == Byte.slash || byte == Byte.greaterThan
    }
}
