/// A half-open range of UTF-8 byte offsets in one source file.
package struct SourceRange: Hashable, Sendable {
    /// The file that the offsets refer to.
    package var file: FileID
    /// The offset of the first byte.
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

    /// Whether the range is empty.
    package var isEmpty: Bool { end <= start }

    /// The empty range at the start of this one.
    package var startPoint: SourceRange { SourceRange(file: file, start: start, end: start) }
}
