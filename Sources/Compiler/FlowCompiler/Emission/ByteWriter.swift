import FlowIR
import FlowTable

/// Collects the bytes of a table, in the encodings that `ByteReader` and `TrustedReader` read.
struct ByteWriter {
    /// The bytes so far.
    private(set) var bytes: [UInt8] = []

    /// The largest variable-length integer, which has 28 bits.
    static var greatestNumber: Int { 0x0FFF_FFFF }

    mutating func appendByte(_ value: UInt8) { bytes.append(value) }

    mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

    /// Appends a number as a variable-length integer (LEB128).
    ///
    /// A negative number, which no flow contains, becomes 0.
    /// - Throws: ``TableLimit`` if the value exceeds ``greatestNumber``
    mutating func appendVarint(_ value: Int) throws(TableLimit) {
        guard value <= Self.greatestNumber else {
            throw TableLimit(.number, count: value, maximum: Self.greatestNumber)
        }
        var rest = max(0, value)
        // Each byte has seven bits of the number. The highest bit says that another byte follows.
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest | 0x80))
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends an id as a variable-length integer.
    mutating func appendVarint<Tag>(_ id: ID<Tag>) throws(TableLimit) { try appendVarint(id.rawValue) }

    /// Appends the lowest `width` bytes of `value` in little-endian order.
    mutating func appendFixed(_ value: Int, width: Int) {
        for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    /// Appends an array of indices into `targets` elements. The number of elements determines the width of an index.
    mutating func appendColumn(_ values: [Int], pointingAt targets: Int) {
        let width = TableFormat.width(forCount: targets)
        for value in values { appendFixed(value, width: width) }
    }
}
