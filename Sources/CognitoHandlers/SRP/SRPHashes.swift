package import Crypto
import FlowRuntime

/// The hashes of Cognito's variant of SRP-6a (RFC 2945, RFC 5054) with SHA-256.
package enum SRPHashes {
    /// k = H(N | g), with N's sign byte and g as a single byte. Unlike in RFC 5054, g is not padded to the length of
    /// N.
    package static let multiplier = Array(
        SHA256.hash(data: SRPNumbers.twosComplement(Group.modulusBytes) + [Group.generator]))
    /// The info string for key derivation.
    private static let info = Array("Caldera Derived Key".utf8)
    /// The length of the signing key, in bytes.
    private static let keyByteCount = 16

    /// Returns x = H(salt | H(realm user ":" password)), the private key derived from the password.
    static func passwordKey(_ identity: SRPIdentity, password: FlowSecret, salt: [UInt8]) -> FlowSecret {
        var inner = SHA256()
        inner.update(identity.realm)
        inner.update(identity.user)
        inner.update(":")
        password.withBytes { inner.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        var outer = SHA256()
        outer.update(data: SRPNumbers.twosComplement(salt))
        inner.finalize().withUnsafeBytes { outer.update(bufferPointer: $0) }
        return outer.finalize().withUnsafeBytes { FlowSecret(Array($0)) }
    }

    /// Returns the scrambler u = H(A | B), the hash of both public values.
    /// - Throws: ``SRPFailure/zeroScrambler`` if it is zero.
    package static func scrambler(client: [UInt8], server: [UInt8]) throws(SRPFailure) -> [UInt8] {
        try checked(
            scrambler: Array(SHA256.hash(data: SRPNumbers.twosComplement(client) + SRPNumbers.twosComplement(server))))
    }

    /// Returns a scrambler, after checking that it is not zero.
    /// - Throws: ``SRPFailure/zeroScrambler`` if it is zero.
    package static func checked(scrambler: [UInt8]) throws(SRPFailure) -> [UInt8] {
        guard scrambler.contains(where: { $0 != 0 }) else { throw .zeroScrambler }
        return scrambler
    }

    /// Returns the key that both sides derive from the shared secret S: the HKDF (RFC 5869) of S with u as its salt.
    package static func key(shared: borrowing Residue, scrambler: [UInt8]) -> SymmetricKey {
        var bytes = shared.bytes()
        var padded = SRPNumbers.twosComplement(bytes)
        defer {
            erase(&bytes)
            erase(&padded)
        }
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: padded), salt: SRPNumbers.twosComplement(scrambler), info: info,
            outputByteCount: keyByteCount)
    }

    /// Returns the message that PASSWORD_CLAIM_SIGNATURE signs.
    static func signedMessage(_ identity: SRPIdentity, secretBlock: [UInt8], timestamp: String) -> [UInt8] {
        Array(identity.realm.utf8) + Array(identity.user.utf8) + secretBlock + Array(timestamp.utf8)
    }
}

extension SHA256 {
    /// Adds the UTF-8 bytes of a text.
    fileprivate mutating func update(_ text: String) { update(data: Array(text.utf8)) }
}
