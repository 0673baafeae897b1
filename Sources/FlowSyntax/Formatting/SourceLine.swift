/// A line of text or of a comment: how far it is indented, and what stands on it.
struct SourceLine {
    /// The columns of white space before the content.
    let indent: Int
    /// What stands on the line, without white space at both ends.
    let content: Range<Int>

    /// True when nothing stands on it.
    var isBlank: Bool { content.isEmpty }

    /// Creates a line without its line end.
    init(_ source: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
        var start = line.lowerBound
        var end = line.upperBound
        while start < end, Byte.isSpace(source[start]) { start += 1 }
        while end > start, Byte.isSpace(source[end - 1]) { end -= 1 }
        indent = Self.columns(of: source[line.lowerBound..<start])
        content = start..<end
    }

    /// The columns of the beginning of a line; a tab goes on to the next multiple of 4.
    static func columns(of bytes: some Sequence<UInt8>) -> Int {
        var column = 0
        for byte in bytes where byte & 0xC0 != 0x80 { column += byte == Byte.tab ? 4 - column % 4 : 1 }
        return column
    }

    /// The smallest indent of lines that are not blank, 0 if all are.
    static func commonIndent(_ lines: some Sequence<SourceLine>) -> Int {
        lines.lazy.filter { !$0.isBlank }.map(\.indent).min() ?? 0
    }
}
