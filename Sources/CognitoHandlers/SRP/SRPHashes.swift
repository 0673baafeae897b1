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

/// The owner of a password, as the hashes include it.
package struct SRPIdentity: Sendable, Equatable {
    /// The pool's name: its id after the first underscore. For a device, its group key.
    package let realm: String
    /// `USER_ID_FOR_SRP`. For a device, its key.
    package let user: String

    /// Creates the identity of a user in a pool, or of a device in its group.
    package init(realm: String, user: String) {
        self.realm = realm
        self.user = user
    }

    /// Returns the pool's name, which is `AbC` for the id `eu-west-1_AbC`.
    /// - Returns: nil if the id has no underscore, or if no name follows it.
    package static func poolName(ofID id: String) -> String? {
        guard let underscore = id.firstIndex(of: "_") else { return nil }
        let name = id[id.index(after: underscore)...]
        return name.isEmpty ? nil : String(name)
    }
}

/// SECRET_HASH, which authenticates an app client with a secret: base64 of the HMAC-SHA256 of user name and client id
/// under the client secret (Cognito's developer guide, "Computing secret hash values").
public enum SecretHash {
    /// Computes the SECRET_HASH of a request.
    /// - Parameters:
    ///   - username: the USERNAME in the same request, which may differ from the one that the user entered.
    ///   - clientID: the id of the app client.
    ///   - clientSecret: the secret of the app client.
    /// - Returns: the hash in base64.
    public static func text(username: String, clientID: String, clientSecret: String) -> String {
        let key = SymmetricKey(data: Array(clientSecret.utf8))
        return Base64.text(HMAC<SHA256>.authenticationCode(for: Array((username + clientID).utf8), using: key))
    }
}
