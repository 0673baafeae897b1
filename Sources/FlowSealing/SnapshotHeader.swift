/// The header of a sealed snapshot: format version, key id, salt and expiry. It is authenticated, but not encrypted.
struct SnapshotHeader {
    /// The first bytes of a snapshot: `FS`, and the version of the format.
    private static let magic: [UInt8] = Array("FS".utf8) + [1]
    /// The length of the salt in bytes.
    static let saltSize = 32

    /// The id of the key that sealed the snapshot.
    let keyID: [UInt8]
    /// The random bytes from which the snapshot's key is derived.
    let salt: [UInt8]
    /// When the snapshot expires, in seconds since 1970.
    let expiry: UInt64
    /// The length of the header in bytes.
    let end: Int

    /// Parses the header at the start of a sealed snapshot.
    /// - Throws: ``FlowSnapshotError/broken`` if it is malformed.
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
