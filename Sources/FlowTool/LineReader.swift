package import SystemPackage

/// Reads lines incrementally.
///
/// It buffers at most one line and one chunk of the input.
package struct LineReader {
    /// The default maximum length of a line in bytes, without its terminator.
    package static let longestLine = 1 << 20
    /// The size of a chunk in bytes.
    private static let pieceSize = 65_536

    private let descriptor: FileDescriptor
    private let longest: Int
    /// Bytes that were read; those from `start` on are not yet returned.
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// Creates a reader of standard input or another descriptor.
    /// - Parameters:
    ///   - descriptor: the input.
    ///   - longest: the maximum length of a line in bytes, without its terminator. A carriage return before it counts.
    package init(_ descriptor: FileDescriptor = .standardInput, longest: Int = LineReader.longestLine) {
        self.descriptor = descriptor
        self.longest = longest
    }

    /// Returns the next line without its terminator, or nil at the end.
    ///
    /// The last line needs no terminator.
    package mutating func next() -> InputLine? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return line(buffer[start..<end])
            }
            guard buffer.count - start <= longest else {
                skip()
                return .tooLong(limit: longest)
            }
            searched = buffer.count
            if isAtEnd || !fill(&searched) {
                defer { start = buffer.count }
                return start < buffer.count ? line(buffer[start...]) : nil
            }
        }
    }

    private mutating func fill(_ searched: inout Int) -> Bool {
        buffer.removeFirst(start)
        searched -= start
        start = 0
        let piece = read()
        buffer += piece
        return !piece.isEmpty
    }

    /// Skips the rest of a line, chunk by chunk.
    private mutating func skip() {
        buffer = []
        start = 0
        while true {
            let piece = read()
            if piece.isEmpty { return }
            guard let end = piece.firstIndex(of: UInt8(ascii: "\n")) else { continue }
            buffer = Array(piece[(end + 1)...])
            return
        }
    }

    private mutating func read() -> [UInt8] {
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { memory, count in
            count = (try? descriptor.read(into: UnsafeMutableRawBufferPointer(memory))) ?? 0
        }
        isAtEnd = piece.isEmpty
        return piece
    }

    private func line(_ bytes: ArraySlice<UInt8>) -> InputLine {
        if bytes.count > longest { return .tooLong(limit: longest) }
        return .text(Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes))
    }
}
