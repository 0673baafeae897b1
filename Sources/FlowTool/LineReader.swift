package import SystemPackage

/// Reads lines as they come.
package struct LineReader {
    private let descriptor: FileDescriptor
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// A reader of standard input, or of something else.
    package init(_ descriptor: FileDescriptor = .standardInput) {
        self.descriptor = descriptor
    }

    /// The next line without its end; nothing at the end of the input.
    package mutating func next() -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return trimmed(buffer[start..<end])
            }
            searched = buffer.count
            if isAtEnd || !fill(&searched) {
                defer { start = buffer.count }
                return start < buffer.count ? trimmed(buffer[start...]) : nil
            }
        }
    }

    private mutating func fill(_ searched: inout Int) -> Bool {
        buffer.removeFirst(start)
        searched -= start
        start = 0
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = chunk.withUnsafeMutableBytes { (try? descriptor.read(into: $0)) ?? 0 }
        buffer += chunk[..<count]
        isAtEnd = count == 0
        return count > 0
    }

    private func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
}
