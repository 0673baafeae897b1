package import SystemPackage

/// Reads the lines of an input one by one.
///
/// The reader buffers at most one line and one chunk of the input.
package struct LineReader {
    /// The default maximum length of a line in bytes, without its terminator.
    package static let longestLine = 1 << 20
    /// The size of a chunk in bytes.
    private static let chunkSize = 65_536

    private let descriptor: FileDescriptor
    private let longest: Int
    /// The bytes that were read. Those before `start` belong to lines that were returned.
    private var buffer: [UInt8] = []
    private var start = 0
    /// Whether the input has ended.
    private var isAtEnd = false

    /// Creates a reader, by default of standard input.
    /// - Parameters:
    ///   - descriptor: the input, which the reader does not close.
    ///   - longest: the maximum length of a line in bytes, without its line feed, but with a carriage return before it.
    package init(_ descriptor: FileDescriptor = .standardInput, longest: Int = LineReader.longestLine) {
        self.descriptor = descriptor
        self.longest = longest
    }

    /// Reads and returns the next line, or returns nil at the end. The last line needs no terminator.
    package mutating func next() -> InputLine? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return line(buffer[start..<end])
            }
            guard buffer.count - start <= longest else {
                skipLine()
                return .tooLong(limit: longest)
            }
            // Reading more moves the unreturned bytes, all of which have been searched, to the start of the buffer.
            searched = buffer.count - start
            if isAtEnd || !readMore() {
                defer { start = buffer.count }
                return start < buffer.count ? line(buffer[start...]) : nil
            }
        }
    }

    /// Moves the unreturned bytes to the start of the buffer, and reads another chunk.
    /// - Returns: false at the end of the input.
    private mutating func readMore() -> Bool {
        buffer.removeFirst(start)
        start = 0
        let chunk = readChunk()
        buffer += chunk
        return !chunk.isEmpty
    }

    /// Skips a line that is too long, chunk by chunk, up to and including its terminator.
    private mutating func skipLine() {
        buffer = []
        start = 0
        while true {
            let chunk = readChunk()
            if chunk.isEmpty { return }
            guard let end = chunk.firstIndex(of: UInt8(ascii: "\n")) else { continue }
            buffer = Array(chunk[(end + 1)...])
            return
        }
    }

    /// Reads and returns the next chunk of the input, which is empty at the end or after an error.
    private mutating func readChunk() -> [UInt8] {
        let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { memory, count in
            count = (try? descriptor.read(into: UnsafeMutableRawBufferPointer(memory))) ?? 0
        }
        isAtEnd = chunk.isEmpty
        return chunk
    }

    /// Returns bytes as a line without its carriage return, or as ``InputLine/tooLong(limit:)``.
    private func line(_ bytes: ArraySlice<UInt8>) -> InputLine {
        if bytes.count > longest { return .tooLong(limit: longest) }
        return .text(Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes))
    }
}

/// A line of input, or the fact that a line was too long.
package enum InputLine: Sendable, Equatable {
    /// The bytes of a line, without its terminator.
    case text([UInt8])
    /// A line that exceeds the limit, which was skipped.
    case tooLong(limit: Int)

    /// Returns the text of the line. If the line was too long, passes a message to `report`, and returns nil.
    package func text(orReport report: (SafeText) -> Void) -> String? {
        switch self {
        case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .tooLong(let limit):
            report("! \(Self.tooLongMessage(limit: limit))\n")
            return nil
        }
    }

    /// Returns the message about a line that is longer than the limit.
    static func tooLongMessage(limit: Int) -> String { "this line is longer than \(limit) bytes and was skipped" }
}
