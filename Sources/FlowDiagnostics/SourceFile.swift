/// A source file in memory, with its line table.
///
/// A line ends at LF, CRLF or a lone CR, as in XML. A leading byte order mark occupies no column.
package final class SourceFile: Sendable {
    /// The path in messages; the file is never opened.
    package let path: String
    /// The content, as UTF-8.
    package let bytes: [UInt8]
    /// The offset of the first byte of each line.
    private let lineStarts: [Int32]

    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Creates a file from its content, and finds the starts of its lines.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        lineStarts = SourceFile.lineStarts(in: bytes)
    }

    /// The number of lines; an empty file has one.
    package var lineCount: Int { lineStarts.count }

    /// Returns the line and column of a byte offset, which is clamped to the file.
    package func position(ofOffset offset: Int) -> SourcePosition {
        let end = min(max(offset, 0), bytes.count)
        let line = lineIndex(ofOffset: end)
        let start = contentStart(ofLine: line)
        var column = 1
        for byte in bytes[start..<max(end, start)] where !UTF8.isContinuation(byte) { column += 1 }
        return SourcePosition(line: line + 1, column: column)
    }

    /// Returns the byte range of a line, counted from 1, without its line end and byte order mark.
    ///
    /// The line is clamped to the file.
    package func range(ofLine line: Int) -> Range<Int> {
        let index = min(max(line - 1, 0), lineStarts.count - 1)
        let start = contentStart(ofLine: index)
        var end = index + 1 < lineStarts.count ? Int(lineStarts[index + 1]) : bytes.count
        if end > start, bytes[end - 1] == Self.lineFeed { end -= 1 }
        if end > start, bytes[end - 1] == Self.carriageReturn { end -= 1 }
        return start..<max(start, end)
    }

    /// Returns the text of a byte range, clamped to the file, with invalid UTF-8 repaired.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// Returns the offset at which a line's content starts. In the first line, this is after any byte order mark.
    private func contentStart(ofLine index: Int) -> Int {
        index == 0 && bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : Int(lineStarts[index])
    }

    /// Returns the index of the line that contains an offset, by binary search.
    private func lineIndex(ofOffset offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// An estimate of the length of a line in bytes, for reserving memory.
    private static let typicalLineLength = 48

    /// Returns the offsets at which the lines of a content start.
    private static func lineStarts(in bytes: [UInt8]) -> [Int32] {
        var starts: [Int32] = [0]
        starts.reserveCapacity(bytes.count / typicalLineLength)
        bytes.withUnsafeBufferPointer { buffer in
            var index = 0
            while index < buffer.count {
                let byte = buffer[index]
                index += 1
                // Most bytes are greater than both line ends, so this is tested first.
                if byte > carriageReturn || (byte != lineFeed && byte != carriageReturn) { continue }
                if byte == carriageReturn, index < buffer.count, buffer[index] == lineFeed { index += 1 }
                starts.append(Int32(clamping: index))
            }
        }
        return starts
    }
}
