/// The header of a sealed snapshot: format version, key id, salt and expiry. It is authenticated, but not encrypted.
struct SnapshotHeader {
    /// The first bytes of a snapshot: `FS`, and the version of the format.
    private static let magic: [UInt8] = Array("FS".utf8) + [1]
    /// The length of the salt in bytes.
    static let saltSize = 32

    let keyID: [UInt8]
    /// The random bytes from which the snapshot's key is derived.
    let salt: [UInt8]
    /// When the snapshot expires, in seconds since 1970.
    let expiry: UInt64
    /// The length of the header in bytes.
    let end: Int

    /// Parses the header at the start of a sealed snapshot.
    /// - Throws: ``FlowSnapshotError/broken`` if the header is malformed.
    init(of sealed: [UInt8]) throws(FlowSnapshotError) {
        var reader = SnapshotReader(sealed)
        guard try reader.readBytes(Self.magic.count) == Self.magic else { throw .broken }
        keyID = try reader.readBytes(Int(try reader.readByte()))
        salt = try reader.readBytes(Self.saltSize)
        expiry = try reader.readFixed64()
        end = sealed.count - reader.remaining
    }

    /// Returns the bytes of a header with a key's id, a salt, and an expiry in seconds since 1970.
    static func bytes(keyID: [UInt8], salt: [UInt8], expiry: UInt64) -> [UInt8] {
        var writer = SnapshotWriter()
        writer.append(magic)
        writer.append([UInt8(truncatingIfNeeded: keyID.count)])
        writer.append(keyID)
        writer.append(salt)
        writer.append(fixed64: expiry)
        return writer.bytes
    }
}

/// A parser of the bytes of a snapshot.
///
/// Malformed bytes throw ``FlowSnapshotError/broken``, and so does a count that exceeds the number of bytes.
struct SnapshotReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The number of bytes that have not been read.
    var remaining: Int { rest.count }

    /// Reads the next `count` bytes.
    mutating func readBytes(_ count: Int) throws(FlowSnapshotError) -> [UInt8] {
        guard count >= 0, count <= rest.count else { throw .broken }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Reads the next byte.
    mutating func readByte() throws(FlowSnapshotError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .broken }
        return byte
    }

    /// Reads a number of at most 28 bits, in its shortest form.
    ///
    /// Each byte carries seven bits, least significant group first. Its top bit is set if another byte follows.
    mutating func readNumber() throws(FlowSnapshotError) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            let byte = try readByte()
            value |= Int(byte & 0x7F) << shift
            guard byte & 0x80 == 0 else { continue }
            guard byte != 0 || shift == 0 else { throw .broken }
            return value
        }
        throw .broken
    }

    /// Reads a count of elements, which cannot exceed the number of remaining bytes.
    mutating func readCount() throws(FlowSnapshotError) -> Int {
        let count = try readNumber()
        guard count <= rest.count else { throw .broken }
        return count
    }

    /// Reads a text: its length in bytes, and then UTF-8.
    mutating func readText() throws(FlowSnapshotError) -> String {
        let bytes = try readBytes(try readCount())
        // Decoding replaces invalid bytes, so the comparison fails if there are any.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { throw .broken }
        return text
    }

    /// Reads a number of eight bytes, most significant byte first.
    mutating func readFixed64() throws(FlowSnapshotError) -> UInt64 {
        try readBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads an id of ``SnapshotID/byteCount`` bytes.
    mutating func readID() throws(FlowSnapshotError) -> SnapshotID {
        guard let id = SnapshotID(try readBytes(SnapshotID.byteCount)) else { throw .broken }
        return id
    }

    /// Verifies that all bytes were read. Throws ``FlowSnapshotError/broken`` if some remain.
    func requireEnd() throws(FlowSnapshotError) {
        guard rest.isEmpty else { throw .broken }
    }
}

/// A writer of the format that ``SnapshotReader`` reads.
struct SnapshotWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Appends a number in groups of seven bits, least significant group first.
    /// - Throws: ``FlowSnapshotError/notKept`` if it is negative or has more than 28 bits.
    mutating func append(number: Int) throws(FlowSnapshotError) {
        guard number >= 0, number < 1 << 28 else { throw .notKept }
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a text: its length in bytes, and then UTF-8.
    /// - Throws: ``FlowSnapshotError/notKept`` if it is too long.
    mutating func append(text: String) throws(FlowSnapshotError) {
        try append(number: text.utf8.count)
        bytes += text.utf8
    }

    /// Appends a number as eight bytes, most significant byte first.
    mutating func append(fixed64 number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
