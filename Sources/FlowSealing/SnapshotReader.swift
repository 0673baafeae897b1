/// Parses the bytes of a snapshot. Every fault throws, and no memory is reserved for a count that exceeds the bytes.
struct SnapshotReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var remaining: Int { rest.count }

    mutating func take(_ count: Int) throws(FlowSnapshotError) -> [UInt8] {
        guard count >= 0, count <= rest.count else { throw .broken }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func byte() throws(FlowSnapshotError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .broken }
        return byte
    }

    /// Reads a number of at most 28 bits, in its shortest form.
    mutating func number() throws(FlowSnapshotError) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            let byte = try byte()
            value |= Int(byte & 0x7F) << shift
            guard byte & 0x80 == 0 else { continue }
            guard byte != 0 || shift == 0 else { throw .broken }
            return value
        }
        throw .broken
    }

    /// Reads a count, which cannot exceed the remaining bytes.
    mutating func count() throws(FlowSnapshotError) -> Int {
        let count = try number()
        guard count <= rest.count else { throw .broken }
        return count
    }

    mutating func text() throws(FlowSnapshotError) -> String {
        let bytes = try take(try count())
        // Decoding repairs invalid UTF-8, so the bytes then differ.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { throw .broken }
        return text
    }

    mutating func fixed64() throws(FlowSnapshotError) -> UInt64 {
        try take(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func id() throws(FlowSnapshotError) -> SnapshotID {
        guard let id = SnapshotID(try take(SnapshotID.byteCount)) else { throw .broken }
        return id
    }

    func end() throws(FlowSnapshotError) {
        guard rest.isEmpty else { throw .broken }
    }
}

/// Writes the format that ``SnapshotReader`` reads.
struct SnapshotWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ more: [UInt8]) { bytes += more }

    mutating func number(_ number: Int) throws(FlowSnapshotError) {
        guard number >= 0, number < 1 << 28 else { throw .notKept }
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func text(_ text: String) throws(FlowSnapshotError) {
        try number(text.utf8.count)
        bytes += Array(text.utf8)
    }

    mutating func fixed64(_ number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
