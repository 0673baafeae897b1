package import Crypto
import FlowRuntime

/// What both sides of an exchange hash, in Cognito's form of SRP-6a (RFC 2945, RFC 5054) with SHA-256.
package enum SRPHashes {
    /// k = H(N | g): N with its sign byte, g as a single byte; not padded to the length of N as in RFC 5054.
    package static let multiplier = Array(
        SHA256.hash(data: SRPNumbers.twosComplement(Group.modulusBytes) + [Group.generator]))
    /// What keys are derived under.
    private static let info = Array("Caldera Derived Key".utf8)
    /// Bytes of the key that signs.
    private static let keyByteCount = 16

    /// x = H(salt | H(realm user ":" password)), the private key that stands for the password.
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

    /// u = H(A | B).
    /// - Throws: ``SRPFailure/zeroScrambler``.
    package static func scrambler(client: [UInt8], server: [UInt8]) throws(SRPFailure) -> [UInt8] {
        try checked(
            scrambler: Array(SHA256.hash(data: SRPNumbers.twosComplement(client) + SRPNumbers.twosComplement(server))))
    }

    /// A scrambler that is not zero.
    /// - Throws: ``SRPFailure/zeroScrambler``.
    package static func checked(scrambler: [UInt8]) throws(SRPFailure) -> [UInt8] {
        guard scrambler.contains(where: { $0 != 0 }) else { throw .zeroScrambler }
        return scrambler
    }

    /// The key of both sides: HKDF (RFC 5869) of S, salted with u.
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

    /// The message that PASSWORD_CLAIM_SIGNATURE signs.
    static func signedMessage(_ identity: SRPIdentity, secretBlock: [UInt8], timestamp: String) -> [UInt8] {
        Array(identity.realm.utf8) + Array(identity.user.utf8) + secretBlock + Array(timestamp.utf8)
    }
}

extension SHA256 {
    /// Adds the UTF-8 bytes of a text.
    fileprivate mutating func update(_ text: String) { update(data: Array(text.utf8)) }
}
