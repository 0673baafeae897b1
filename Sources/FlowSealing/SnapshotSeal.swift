/// Seals and opens bytes under keys that have ids. The bytes in clear beside the sealed ones are authenticated with them.
public protocol SnapshotSeal: Sendable {
    /// The id of the key that seals: at most 255 bytes, not secret.
    var keyID: [UInt8] { get }
    /// Seals bytes.
    /// - Parameters:
    ///   - plain: the bytes.
    ///   - header: what is authenticated beside them.
    ///   - salt: 32 random bytes that no other seal was given; they are part of `header`.
    /// - Returns: the sealed bytes with their tag.
    /// - Throws: ``FlowSnapshotError/unknownKey`` if the key is gone.
    func seal(_ plain: [UInt8], authenticating header: [UInt8], salt: [UInt8]) throws(FlowSnapshotError) -> [UInt8]
    /// Opens sealed bytes.
    /// - Parameters:
    ///   - sealed: the sealed bytes with their tag.
    ///   - header: what was authenticated beside them.
    ///   - salt: the salt that they were sealed with.
    ///   - keyID: the id of the key that sealed them.
    /// - Returns: the bytes.
    /// - Throws: ``FlowSnapshotError/unknownKey``; ``FlowSnapshotError/broken`` if anything was changed.
    func open(_ sealed: [UInt8], authenticating header: [UInt8], salt: [UInt8], keyID: [UInt8])
        throws(FlowSnapshotError) -> [UInt8]
}
