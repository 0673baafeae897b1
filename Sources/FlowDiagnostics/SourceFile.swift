/// A source file in memory, with its line table.
///
/// A line ends at LF, CRLF or a lone CR, as in XML. A leading byte order mark occupies no column.
package final class SourceFile: Sendable {
    /// The path for messages; the library never opens it.
    package let path: String
    /// The content, as UTF-8.
    package let bytes: [UInt8]
    private let lineStarts: [Int32]

    /// Creates a file and builds its line table in one pass.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        lineStarts = SourceFile.lineStarts(in: bytes)
    }

    /// The number of lines; an empty file has one.
    package var lineCount: Int { lineStarts.count }

    /// The position of a byte offset, which is clamped to the file.
    package func position(ofOffset offset: Int) -> SourcePosition {
        let offset = min(max(offset, 0), bytes.count)
        let line = lineIndex(ofOffset: offset)
        var column = 1
        for index in contentStart(ofLine: line)..<max(offset, contentStart(ofLine: line))
        where bytes[index] & 0xC0 != 0x80 {
            column += 1
        }
        return SourcePosition(line: line + 1, column: column)
    }

    /// The byte range of a line (from 1).
    ///
    /// It excludes the line end and a byte order mark.
    package func range(ofLine line: Int) -> Range<Int> {
        let index = min(max(line - 1, 0), lineStarts.count - 1)
        let start = contentStart(ofLine: index)
        var end = index + 1 < lineStarts.count ? Int(lineStarts[index + 1]) : bytes.count
        if end > start, bytes[end - 1] == 0x0A { end -= 1 }
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<max(start, end)
    }

    /// The text between two byte offsets; invalid UTF-8 is repaired.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    private func contentStart(ofLine index: Int) -> Int {
        index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : Int(lineStarts[index])
    }

    private func lineIndex(ofOffset offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private static func lineStarts(in bytes: [UInt8]) -> [Int32] {
        var starts: [Int32] = [0]
        starts.reserveCapacity(bytes.count / 48)
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if byte > 0x0D || (byte != 0x0A && byte != 0x0D) { continue }
                if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
                starts.append(Int32(clamping: index))
            }
        }
        return starts
    }
}
