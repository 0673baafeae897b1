/// A line of a text or a comment, split into indent and content.
struct SourceLine {
    /// The width of the white space before the content, in columns.
    let indent: Int
    /// The content, without surrounding white space.
    let content: Range<Int>

    var isBlank: Bool { content.isEmpty }

    /// Splits a line, given without its line end.
    init(_ source: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
        var start = line.lowerBound
        var end = line.upperBound
        while start < end, Byte.isSpace(source[start]) { start += 1 }
        while end > start, Byte.isSpace(source[end - 1]) { end -= 1 }
        indent = Self.columns(of: source[line.lowerBound..<start])
        content = start..<end
    }

    /// The distance of tab stops, in columns.
    private static let tabWidth = 4

    /// Returns the number of columns of UTF-8 bytes. Tabs advance to the next tab stop.
    static func columns(of bytes: some Sequence<UInt8>) -> Int {
        var column = 0
        for byte in bytes where !Byte.continuesScalar(byte) {
            column += byte == Byte.tab ? tabWidth - column % tabWidth : 1
        }
        return column
    }

    /// Returns the smallest indent of the nonblank lines, or 0 if all are blank.
    static func commonIndent(_ lines: some Sequence<SourceLine>) -> Int {
        lines.lazy.filter { !$0.isBlank }.map(\.indent).min() ?? 0
    }
}

extension Sequence<UInt8> {
    /// The width of UTF-8 text: its number of Unicode scalars.
    var width: Int {
        var count = 0
        for byte in self where !Byte.continuesScalar(byte) { count += 1 }
        return count
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the number of columns that a range occupies.
    func width(of range: Range<Int>) -> Int { self[range].width }

    /// Returns the lines of a range, without their line feeds.
    func lines(of range: Range<Int>) -> [SourceLine] {
        var lines: [SourceLine] = []
        var start = range.lowerBound
        for index in range where self[index] == Byte.lineFeed {
            lines.append(SourceLine(self, start..<index))
            start = index + 1
        }
        lines.append(SourceLine(self, start..<range.upperBound))
        return lines
    }

    /// Returns the column of an offset, counted from 0.
    func column(of offset: Int) -> Int {
        var start = offset
        while start > 0, self[start - 1] != Byte.lineFeed { start -= 1 }
        return SourceLine.columns(of: self[start..<offset])
    }
}

/// Tracks the quotes of a guard while its escaped value is read byte by byte.
struct QuoteScanner {
    let isActive: Bool
    private var quote: UInt8?

    /// Creates a scanner outside quotes. An inactive scanner ignores all quotes.
    init(isActive: Bool) { self.isActive = isActive }

    /// Whether a quote is open after the last byte that was read.
    var isQuoted: Bool { quote != nil }

    /// Reads the byte at an index. The `&` of `&quot;` counts as a quote.
    mutating func read(_ bytes: [UInt8], at index: Int) {
        guard isActive, let found = Self.quote(in: bytes, at: index) else { return }
        if quote == nil { quote = found } else if quote == found { quote = nil }
    }

    /// Returns the quote that starts at an index, or nil if no quote starts there.
    private static func quote(in bytes: [UInt8], at index: Int) -> UInt8? {
        switch bytes[index] {
        case Byte.singleQuote: Byte.singleQuote
        case Byte.ampersand where bytes[index...].starts(with: "&quot;".utf8): Byte.doubleQuote
        default: nil
        }
    }
}
