import FlowDiagnostics

/// Decodes an attribute value or text, with source locations.
///
/// The walker decodes predefined entities and character references, line ends, white space in attribute values and
/// CDATA sections, and skips comments and processing instructions. Without a DOCTYPE, XML has no other entities. On
/// malformed source, the walker terminates and stays within its range.
struct ContentWalker {
    /// The kind of content, which determines line ends and markup.
    enum Kind {
        /// An attribute value: tabs and line ends become spaces.
        case attribute
        /// Text: line ends become LF, CDATA is unwrapped, comments and instructions are dropped.
        case text
    }

    /// The decoded bytes of one step: 1 to 4, the first in the lowest byte.
    struct Piece {
        /// The UTF-8 bytes, little-endian.
        var bytes: UInt32
        var count: Int
        var source: Range<Int>

        init(_ byte: UInt8, _ source: Range<Int>) { (bytes, count, self.source) = (UInt32(byte), 1, source) }

        /// Creates a piece with the UTF-8 bytes of a character.
        init(_ scalar: Unicode.Scalar, _ source: Range<Int>) {
            (bytes, count, self.source) = (0, 0, source)
            for byte in UTF8.encode(scalar).map({ Array($0) }) ?? [] {
                bytes |= UInt32(byte) << UInt32(8 * count)
                count += 1
            }
        }
    }

    private let source: UnsafeBufferPointer<UInt8>
    private let kind: Kind
    private let end: Int
    private var inCDATA = false
    /// The offset of the last `<![CDATA[` that was read.
    private var lastCDATAStart = 0
    /// The offset of the next byte to read.
    private(set) var offset: Int

    init(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ kind: Kind) {
        self.source = source
        self.kind = kind
        offset = max(0, min(range.lowerBound, source.count))
        end = min(range.upperBound, source.count)
    }

    /// Reads and decodes the next reference, line end or byte. Returns nil at the end and, in text, before a tag.
    mutating func next() -> Piece? {
        if kind == .text { skipMarkup() }
        guard offset < end else { return nil }
        let start = offset
        let byte = source[start]
        if !inCDATA {
            if byte == Byte.ampersand, let piece = readReference() { return piece }
            if byte == Byte.lessThan, kind == .text { return nil }
        }
        offset += 1
        switch byte {
        case Byte.carriageReturn:
            if offset < end, source[offset] == Byte.lineFeed { offset += 1 }
            return Piece(kind == .attribute ? Byte.space : Byte.lineFeed, start..<offset)
        case Byte.lineFeed, Byte.tab: return Piece(kind == .attribute ? Byte.space : byte, start..<offset)
        default: return Piece(byte, start..<offset)
        }
    }

    /// Reads the text before the next tag, and returns the text's source range without white space at both ends.
    ///
    /// The range includes the delimiters of a CDATA section that starts or ends the text. It is empty if there is only
    /// white space.
    mutating func trimmedExtent() -> Range<Int> {
        var extent: Range<Int>?
        while let piece = next() {
            if piece.count == 1, Byte.isSpace(UInt8(truncatingIfNeeded: piece.bytes)) { continue }
            let start = inCDATA ? lastCDATAStart : piece.source.lowerBound
            extent = (extent?.lowerBound ?? start)..<cdataEnd(after: piece.source.upperBound)
        }
        return extent ?? offset..<offset
    }

    /// Returns the offset after the current CDATA section, or `offset` outside of a section.
    private func cdataEnd(after offset: Int) -> Int {
        guard inCDATA else { return offset }
        let terminator: StaticString = "]]>"
        var index = offset
        while index < end, !starts(with: terminator, at: index) { index += 1 }
        return min(index + terminator.utf8CodeUnitCount, end)
    }

    /// Skips comments, instructions and CDATA delimiters before the next content.
    private mutating func skipMarkup() {
        while offset < end {
            let start = offset
            if inCDATA {
                guard consume("]]>") else { return }
                inCDATA = false
            } else if source[offset] != Byte.lessThan {
                return
            } else if consume("<![CDATA[") {
                inCDATA = true
                lastCDATAStart = start
            } else if consume("<!--") {
                skip(past: "-->")
            } else if consume("<?") {
                skip(past: "?>")
            } else {
                return
            }
        }
    }

    /// Moves past a text if it is next, and returns whether it was.
    private mutating func consume(_ text: StaticString) -> Bool {
        guard starts(with: text, at: offset) else { return false }
        offset += text.utf8CodeUnitCount
        return true
    }

    /// Moves past the next occurrence of a terminator, or to the end.
    private mutating func skip(past terminator: StaticString) {
        while offset < end, !starts(with: terminator, at: offset) { offset += 1 }
        offset = min(offset + terminator.utf8CodeUnitCount, end)
    }

    /// Returns whether a text starts at an index, and ends within the range.
    private func starts(with text: StaticString, at index: Int) -> Bool {
        source.starts(with: text, at: index, end: end)
    }

    /// Reads the reference at the current offset, and returns its character.
    ///
    /// If there is no valid reference, returns nil and does not move.
    private mutating func readReference() -> Piece? {
        let start = offset
        var index = start + 1
        // A number can have any number of leading zeros. The search stops at the next `&`, so it takes linear time.
        while index < end, Self.isReferenceByte(source[index]) { index += 1 }
        guard index < end, source[index] == Byte.semicolon else { return nil }
        let name = String(decoding: source[start + 1..<index], as: UTF8.self)
        guard let scalar = Self.scalar(ofReference: name) else { return nil }
        offset = index + 1
        return Piece(scalar, start..<offset)
    }

    /// Returns whether a byte can be between the `&` and the `;` of a reference.
    private static func isReferenceByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "#")
    }

    /// Returns the character that a reference, given without `&` and `;`, stands for.
    ///
    /// The result is nil if the name is neither a predefined entity nor a valid character reference.
    private static func scalar(ofReference name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x")
        let number = isHexadecimal ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1), radix: 10)
        return number.flatMap(Unicode.Scalar.init)
    }
}
