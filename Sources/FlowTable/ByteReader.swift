/// Reads bytes that are not trusted yet; every read is checked.
package struct ByteReader {
    /// All bytes of the table.
    package let bytes: UnsafeRawBufferPointer
    /// The next byte to read, counted from the start of the table.
    package var offset: Int
    /// One past the last byte that may be read.
    package let end: Int

    /// A reader of `bytes[offset..<end]`; bounds beyond the bytes are cut.
    package init(_ bytes: UnsafeRawBufferPointer, from offset: Int, to end: Int) {
        self.bytes = bytes
        self.end = Swift.min(end, bytes.count)
        self.offset = offset
    }

    /// Whether everything was read.
    package var isAtEnd: Bool { offset >= end }

    /// The next byte.
    @inline(__always)
    package mutating func byte(_ code: TableError.Code) throws(TableError) -> UInt8 {
        guard offset < end else { throw TableError(code, at: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// The next variable-length integer (LEB128, at most 31 bits, no needless bytes).
    package mutating func varint(_ code: TableError.Code) throws(TableError) -> Int {
        let start = offset
        var result = 0
        var shift = 0
        while true {
            let next = Int(try byte(code))
            result |= (next & 0x7F) << shift
            if next < 0x80 {
                if (next == 0 && shift > 0) || (next > 7 && shift == 28) { throw TableError(code, at: start) }
                return result
            }
            shift += 7
            if shift > 28 { throw TableError(code, at: start) }
        }
    }

    /// The next variable-length integer, which must be below `limit`.
    package mutating func varint(below limit: Int, _ code: TableError.Code) throws(TableError) -> Int {
        let start = offset
        let value = try varint(code)
        guard value < limit else { throw TableError(code, at: start) }
        return value
    }
}

/// Reads a record or code of a verified table; nothing is checked again.
package struct TrustedReader {
    /// The next byte to read.
    package var pointer: UnsafeRawPointer

    /// A reader that starts at `pointer`.
    @inline(__always)
    package init(_ pointer: UnsafeRawPointer) {
        self.pointer = pointer
    }

    /// The next byte.
    @inline(__always)
    package mutating func byte() -> UInt8 {
        defer { pointer += 1 }
        return pointer.load(as: UInt8.self)
    }

    /// The next variable-length integer.
    @inline(__always)
    package mutating func varint() -> Int {
        let first = Int(byte())
        if first < 0x80 { return first }
        return longVarint(first)
    }

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
}

/// An array of unsigned integers of 0, 1, 2 or 4 bytes each inside a table; of width 0 all elements are 0.
package struct Column {
    /// Where the first element lies.
    package var base: UnsafeRawPointer
    /// Bytes per element.
    package var width: Int

    /// An array of elements of `width` bytes that starts at `base`.
    package init(base: UnsafeRawPointer, width: Int) {
        self.base = base
        self.width = width
    }

    /// The element at `index`, which must be in the column.
    @inline(__always)
    package subscript(index: Int) -> Int {
        switch width {
        case 1: Int(base.load(fromByteOffset: index, as: UInt8.self))
        case 2: Int(UInt16(littleEndian: base.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)))
        case 0: 0
        default:
            // What a 32-bit machine cannot count is too large for any bound.
            Int(clamping: UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)))
        }
    }
}
