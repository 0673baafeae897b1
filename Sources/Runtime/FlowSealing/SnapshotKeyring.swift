internal import Crypto
public import FlowCore
internal import Foundation

/// A seal, which encrypts and authenticates snapshots with associated data, under keys that have ids.
public protocol SnapshotSeal: Sendable {
    /// The id of the key that seals. The id has at most 255 bytes, and is not secret.
    var keyID: [UInt8] { get }
    /// Encrypts and authenticates bytes.
    /// - Parameters:
    ///   - plain: the bytes to encrypt.
    ///   - header: associated data to authenticate, which is not encrypted.
    ///   - salt: 32 random bytes that were never used before. They are part of `header`.
    /// - Returns: the sealed bytes with their tag.
    /// - Throws: ``FlowSnapshotError/unknownKey`` if the key no longer exists; ``FlowSnapshotError/notKept`` if
    ///   encryption fails.
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

/// A set of keys with ids.
///
/// The newest key seals snapshots, and every key opens the snapshots that it sealed. To invalidate the snapshots of a
/// key, remove the key.
///
/// Each snapshot has its own key and nonce, derived with HKDF-SHA-256 (RFC 5869) from the ring's key and the
/// snapshot's 256 random bits. AES-256-GCM (NIST SP 800-38D) forbids the reuse of a nonce under the same key. A reuse
/// would require that the same 256 random bits occur twice.
public struct SnapshotKeyring: SnapshotSeal, Redacted {
    /// A key of 32 bytes, and its id.
    public struct Key: Sendable, Redacted {
        let id: [UInt8]
        let secret: SymmetricKeyBytes

        /// Creates a key, or nil if the id or the secret has the wrong length.
        /// - Parameters:
        ///   - id: the key's id, 1 to 64 bytes of UTF-8. Anyone who has a snapshot can read it.
        ///   - secret: 32 random bytes.
        public init?(id: String, secret: [UInt8]) {
            let idLengths = 1...64
            guard idLengths.contains(id.utf8.count), secret.count == SymmetricKeyBytes.keyByteCount else { return nil }
            self.id = Array(id.utf8)
            self.secret = SymmetricKeyBytes(bytes: secret)
        }
    }

    private let newest: Key
    private let older: [Key]

    /// Creates a keyring with one key that seals, and any number of older keys.
    /// - Parameters:
    ///   - newest: the key that seals.
    ///   - older: keys that only open.
    public init(_ newest: Key, older: [Key] = []) {
        self.newest = newest
        self.older = older
    }

    /// One ring for each key, newest first. Use these rings to derive another key from each key.
    public var ringsOfOneKey: [SnapshotKeyring] { ([newest] + older).map { SnapshotKeyring($0) } }

    /// The id of the newest key.
    public var keyID: [UInt8] { newest.id }

    /// Seals bytes with the newest key.
    /// - Returns: the encrypted bytes, followed by their tag.
    /// - Throws: ``FlowSnapshotError/notKept`` if encryption fails.
    public func seal(_ plain: [UInt8], authenticating header: [UInt8], salt: [UInt8])
        throws(FlowSnapshotError) -> [UInt8]
    {
        do {
            let (key, nonce) = try newest.secret.derivedKeyAndNonce(salt)
            let box = try AES.GCM.seal(plain, using: key, nonce: nonce, authenticating: header)
            return Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw .notKept
        }
    }

    /// Opens sealed bytes with the key of the given id.
    /// - Returns: the decrypted bytes.
    /// - Throws: ``FlowSnapshotError/unknownKey`` if the keyring lacks this key; ``FlowSnapshotError/broken`` if the
    ///   bytes or the header were changed.
    public func open(_ sealed: [UInt8], authenticating header: [UInt8], salt: [UInt8], keyID: [UInt8])
        throws(FlowSnapshotError) -> [UInt8]
    {
        guard let ringKey = ([newest] + older).first(where: { $0.id == keyID }) else { throw .unknownKey }
        guard sealed.count >= FlowSnapshot.tagSize else { throw .broken }
        do {
            let (key, nonce) = try ringKey.secret.derivedKeyAndNonce(salt)
            let box = try AES.GCM.SealedBox(
                nonce: nonce, ciphertext: sealed.dropLast(FlowSnapshot.tagSize),
                tag: sealed.suffix(FlowSnapshot.tagSize))
            return Array(try AES.GCM.open(box, using: key, authenticating: header))
        } catch {
            throw .broken
        }
    }
}

/// The secret of a key in a keyring, from which the keys of snapshots are derived.
struct SymmetricKeyBytes: Sendable, Redacted {
    static let keyByteCount = 32
    private static let nonceByteCount = 12

    let bytes: [UInt8]

    /// Returns the key and the nonce of one snapshot, derived from this key and the snapshot's salt.
    func derivedKeyAndNonce(_ salt: [UInt8]) throws -> (SymmetricKey, AES.GCM.Nonce) {
        let material = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes), salt: salt, info: Array("flow snapshot 1".utf8),
            outputByteCount: Self.keyByteCount + Self.nonceByteCount
        ).withUnsafeBytes { Array($0) }
        let key = SymmetricKey(data: material.prefix(Self.keyByteCount))
        return (key, try AES.GCM.Nonce(data: material.suffix(Self.nonceByteCount)))
    }
}
