/// A bounds-checked reader of untrusted bytes of a table.
///
/// A read that fails throws a ``TableError`` with the code that the caller passes.
package struct ByteReader {
    package let bytes: UnsafeRawBufferPointer
    /// The offset of the next byte from the start of the table.
    package var offset: Int
    /// The end of the readable bytes (exclusive).
    package let end: Int
    /// The length of the longest list read so far, which the verifier of records sets.
    var longestList = 0

    /// Creates a reader of the bytes from `offset` up to `end`, or up to the end of `bytes` if that comes first.
    package init(_ bytes: UnsafeRawBufferPointer, from offset: Int, to end: Int) {
        self.bytes = bytes
        self.end = Swift.min(end, bytes.count)
        self.offset = offset
    }

    /// Whether all bytes have been read.
    package var isAtEnd: Bool { offset >= end }

    /// Reads the next byte.
    /// - Throws: ``TableError`` with `code` if all bytes have been read.
    package mutating func readByte(_ code: TableError.Code) throws(TableError) -> UInt8 {
        guard offset < end else { throw TableError(code, at: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Reads a variable-length integer: LEB128 in the shortest form, with at most 28 bits.
    ///
    /// The sum of a few such integers therefore fits into 32 bits.
    /// - Throws: ``TableError`` with `code` if the integer is longer than that, not in the shortest form, or truncated.
    package mutating func readVarint(_ code: TableError.Code) throws(TableError) -> Int {
        let start = offset
        var result = 0
        var shift = 0
        while true {
            let next = Int(try readByte(code))
            result |= (next & 0x7F) << shift
            // The last byte has the highest bit clear. In the shortest form, it is not zero.
            if next < 0x80 {
                if next == 0, shift > 0 { throw TableError(code, at: start) }
                return result
            }
            shift += 7
            // Four bytes hold 28 bits.
            if shift > 21 { throw TableError(code, at: start) }
        }
    }

    /// Reads a variable-length integer that must be below `limit`.
    /// - Throws: ``TableError`` with `code` if it is not, or if ``readVarint(_:)`` throws.
    package mutating func readVarint(below limit: Int, _ code: TableError.Code) throws(TableError) -> Int {
        let start = offset
        let value = try readVarint(code)
        guard value < limit else { throw TableError(code, at: start) }
        return value
    }
}

/// A reader of a record or code of a verified table, without bounds checks.
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
    ///
    /// This function is never inlined: copies in its many callers would enlarge the interpreter, whose WebAssembly
    /// module has a size limit.
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
        if flags & SourceFlag.encoded != 0 { skip(readVarint() & 1) }
    }
}
