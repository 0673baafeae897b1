/// A line of a text or a comment, split into indent and content.
struct SourceLine {
    /// The width of the white space before the content, in columns.
    let indent: Int
    /// The content, without surrounding white space.
    let content: Range<Int>

    /// Whether the line is blank.
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
