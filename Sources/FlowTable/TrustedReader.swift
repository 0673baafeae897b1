/// Reads a record or code of a verified table, without bounds checks.
package struct TrustedReader {
    /// The address of the next byte.
    package var pointer: UnsafeRawPointer

    /// Creates a reader that starts at `pointer`.
    package init(_ pointer: UnsafeRawPointer) {
        self.pointer = pointer
    }

    /// Reads the next byte.
    package mutating func readByte() -> UInt8 {
        defer { pointer += 1 }
        return pointer.load(as: UInt8.self)
    }

    /// Reads the next variable-length integer.
    @inline(never)
    package mutating func readVarint() -> Int {
        let first = Int(readByte())
        if first < 0x80 { return first }
        return readLongVarint(first)
    }

    /// Reads the remaining bytes of a variable-length integer that starts with `first`, and returns the integer.
    private mutating func readLongVarint(_ first: Int) -> Int {
        var result = first & 0x7F
        var shift = 7
        while true {
            let next = Int(readByte())
            result |= (next & 0x7F) << shift
            if next < 0x80 { return result }
            shift += 7
        }
    }

    /// Skips `count` variable-length integers.
    package mutating func skip(_ count: Int) {
        for _ in 0..<count { _ = readVarint() }
    }

    /// Skips an input of a request: its path, its source, its encoding and its prefix.
    package mutating func skipInput() {
        let pathLength = readVarint()
        skip(pathLength)
        let flags = readVarint()
        skip(flags & SourceFlag.otherwise != 0 ? 2 : 1)
        // The encoding is an odd number if a prefix follows.
        if flags & SourceFlag.spelled != 0 { skip(readVarint() & 1) }
    }
}
