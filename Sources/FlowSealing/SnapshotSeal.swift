/// Encrypts and authenticates snapshots, with associated data, under keys that have ids.
public protocol SnapshotSeal: Sendable {
    /// The id of the key that seals, which has at most 255 bytes. It is not secret.
    var keyID: [UInt8] { get }
    /// Encrypts and authenticates bytes.
    /// - Parameters:
    ///   - plain: the bytes to encrypt.
    ///   - header: associated data to authenticate, which is not encrypted.
    ///   - salt: 32 random bytes that were never used before. They are part of `header`.
    /// - Returns: the sealed bytes with their tag.
    /// - Throws: ``FlowSnapshotError/unknownKey`` if the key no longer exists.
    func seal(_ plain: [UInt8], authenticating header: [UInt8], salt: [UInt8]) throws(FlowSnapshotError) -> [UInt8]
    /// Verifies and decrypts sealed bytes.
    /// - Parameters:
    ///   - sealed: the sealed bytes with their tag.
    ///   - header: the associated data that they were sealed with.
    ///   - salt: the salt that they were sealed with.
    ///   - keyID: the id of the key that sealed them.
    /// - Returns: the decrypted bytes.
    /// - Throws: ``FlowSnapshotError/unknownKey``; ``FlowSnapshotError/broken`` if anything was changed.
    func open(_ sealed: [UInt8], authenticating header: [UInt8], salt: [UInt8], keyID: [UInt8])
        throws(FlowSnapshotError) -> [UInt8]
}
