/// A source file in memory, with its line table.
///
/// A line ends at LF, CRLF or a lone CR, as in XML. A leading byte order mark occupies no column.
package final class SourceFile: Sendable {
    /// The path that messages show. Nothing opens the file at this path.
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

/// A line and a column in a text file.
package struct SourcePosition: Hashable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    /// The column in Unicode scalars, counted from 1.
    package let column: Int

    /// Creates a position from a line and a column, both counted from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A half-open range of UTF-8 byte offsets in one source file.
package struct SourceRange: Hashable, Sendable {
    package var file: FileID
    package var start: Int32
    /// The offset after the last byte.
    package var end: Int32

    /// Creates a range from 32-bit offsets.
    package init(file: FileID, start: Int32, end: Int32) {
        self.file = file
        self.start = start
        self.end = end
    }

    /// Creates a range from offsets, which are clamped to 32 bits.
    package init(file: FileID, _ offsets: Range<Int>) {
        self.init(
            file: file,
            start: Int32(clamping: offsets.lowerBound),
            end: Int32(clamping: offsets.upperBound)
        )
    }

    /// The offsets as a range of `Int`.
    package var offsets: Range<Int> { Int(start)..<Int(max(start, end)) }

    package var isEmpty: Bool { end <= start }
}

/// A word of the source with its location.
package struct SourceName: Sendable {
    package let text: String
    package let range: SourceRange

    package init(text: String, range: SourceRange) {
        self.text = text
        self.range = range
    }
}

/// The index of a source file in a `SourceSet`.
package struct FileID: Hashable, Comparable, Sendable {
    /// The index, from 0.
    package let index: Int32

    /// Creates an identifier from an index in a `SourceSet`. A set has far fewer files than an `Int32` can count.
    package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

    /// Orders files by their insertion into the set.
    package static func < (left: FileID, right: FileID) -> Bool { left.index < right.index }
}

/// The files of one compilation, by id.
package struct SourceSet: Sendable {
    /// The files in insertion order. A file has the index of its `FileID`.
    package private(set) var files: [SourceFile] = []

    package init() {}

    /// The id that the next file will get.
    package var nextID: FileID { FileID(files.count) }

    package mutating func add(_ file: SourceFile) -> FileID {
        files.append(file)
        return FileID(files.count - 1)
    }

    /// The file with an id, or nil if the set has none.
    package subscript(id: FileID) -> SourceFile? {
        files.indices.contains(Int(id.index)) ? files[Int(id.index)] : nil
    }
}
