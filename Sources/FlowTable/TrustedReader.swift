/// Reads a record or code of a verified table, without bounds checks.
package struct TrustedReader {
    /// The address of the next byte.
    package var pointer: UnsafeRawPointer

    /// Creates a reader that starts at `pointer`.
    package init(_ pointer: UnsafeRawPointer) {
        self.pointer = pointer
    }

    /// Reads the next byte.
    package mutating func byte() -> UInt8 {
        defer { pointer += 1 }
        return pointer.load(as: UInt8.self)
    }

    /// Reads the next variable-length integer.
    @inline(never)
    package mutating func varint() -> Int {
        let first = Int(byte())
        if first < 0x80 { return first }
        return longVarint(first)
    }

    /// Reads the rest of an integer whose first byte is `first`.
    private mutating func longVarint(_ first: Int) -> Int {
        var result = first & 0x7F
        var shift = 7
        while true {
            let next = Int(byte())
            result |= (next & 0x7F) << shift
            if next < 0x80 { return result }
            shift += 7
        }
    }

    /// Skips `count` variable-length integers.
    package mutating func skip(_ count: Int) {
        for _ in 0..<count { _ = varint() }
    }

    /// Skips an input of a request: its path, its source and its encoding.
    package mutating func skipInput() {
        skip(varint())
        let flags = varint()
        skip(flags & SourceFlag.otherwise != 0 ? 2 : 1)
        if flags & SourceFlag.spelled != 0 { skip(varint() & 1) }
    }
}
