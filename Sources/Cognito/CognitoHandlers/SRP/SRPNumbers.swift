package import Crypto
import FlowCore
import FlowRuntime

/// Cognito's encoding of numbers, which is the same as in Java's `BigInteger`. Cognito's service and first clients are
/// written in Java.
package enum SRPNumbers {
    /// The maximum number of hexadecimal digits: twice as many as N has.
    private static let maximumDigits = 4 * Group.byteCount

    /// Returns the shortest two's-complement form of a non-negative number. The form has no leading zeros, except one
    /// zero byte if the top bit would be set without it, or if the number is zero.
    ///
    /// Cognito hashes this form, unlike RFC 5054, which pads numbers to the length of N. The length depends on leading
    /// zero bytes, even in a secret, so they influence the time of a hash. The protocol makes this unavoidable.
    package static func twosComplement(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let significant = bytes.drop { $0 == 0 }
        guard let first = significant.first else { return [0] }
        return hasSignBit(first) ? [0] + significant : Array(significant)
    }

    /// Returns whether the top bit of a number's first byte is set, which makes the number negative.
    private static func hasSignBit(_ first: UInt8) -> Bool { first & 0x80 != 0 }

    /// Parses a number in hexadecimal digits of either case.
    /// - Throws: ``SRPFailure/malformedNumber(_:)`` with `name`, also if the number is too long for an exchange.
    package static func bytes(hex: String, of name: SRPNumberName) throws(SRPFailure) -> [UInt8] {
        guard hex.utf8.count <= maximumDigits, let bytes = Hex.bytes(hex) else {
            throw .malformedNumber(name)
        }
        return bytes
    }

    /// Parses a number in base64, as in ConfirmDevice.
    ///
    /// It must not be negative. The service, too, rejects a number whose top bit is set, with the message "Negate value
    /// passed for salt and Password verifier".
    /// - Throws: ``SRPFailure/malformedBase64``, also if the number is empty or too long;
    ///   ``SRPFailure/negativeNumber``.
    package static func bytes(signedBase64 text: String) throws(SRPFailure) -> [UInt8] {
        guard let bytes = Base64.bytes(text), let first = bytes.first, bytes.count <= maximumDigits / 2 else {
            throw .malformedBase64
        }
        guard !hasSignBit(first) else { throw .negativeNumber }
        return bytes
    }
}

/// One side's random number, a or b.
struct SRPSecret: Sendable, Redacted {
    /// The length of a new number in bytes. RFC 5054 section 3.1 requires at least 256 bits.
    static let byteCount = 32

    /// The number, most significant byte first.
    let bytes: FlowSecret

    /// Creates a secret from a given number, such as a stored one.
    /// - Throws: ``SRPFailure/badSecret`` if it is empty, zero, or longer than N.
    init(_ number: consuming [UInt8]) throws(SRPFailure) {
        guard !number.isEmpty, number.count <= Group.byteCount, !Limbs(bytes: copy number).isZero else {
            throw .badSecret
        }
        bytes = FlowSecret(number)
    }

    /// Returns the number as limbs, for use as an exponent.
    func limbs() -> Limbs { bytes.bigEndianLimbs() }

    /// Returns the generator g to the power of the number, mod N.
    func power() -> Residue { Residue.powerOfGenerator(limbs()) }
}

extension FlowSecret {
    /// Returns the number that the bytes represent, most significant byte first.
    func bigEndianLimbs() -> Limbs { withBytes { Limbs(bytes: $0) } }
}

/// Reports why an SRP exchange failed. A failure says what is wrong, but contains no values.
package enum SRPFailure: Error, Sendable, Equatable {
    /// A number is not hexadecimal, or is longer than any number of the exchange.
    case malformedNumber(SRPNumberName)
    /// A parameter of the challenge is empty.
    case empty(SRPNumberName)
    /// The secret block, the salt, the verifier or the signature is not base64.
    ///
    /// It is also the failure for an empty secret block, and for an empty or too long salt or verifier.
    case malformedBase64
    case negativeNumber
    /// A public value is zero mod N. The shared secret would then be known (RFC 5054 section 2.5.4).
    case zeroPublicValue(SRPNumberName)
    /// The hash of both public values is zero. The password would then not matter (RFC 2945 section 3.2).
    case zeroScrambler
    /// The random number is empty, longer than N, or zero.
    case badSecret
    /// The stored state of an exchange is malformed.
    case malformedState
}

/// The numbers of an exchange, by Cognito's names.
package enum SRPNumberName: String, Sendable {
    /// The client's public value.
    case clientValue = "SRP_A"
    /// The server's public value.
    case serverValue = "SRP_B"
    /// The password's salt.
    case salt = "SALT"
}

/// The hashes of Cognito's variant of SRP-6a (RFC 2945, RFC 5054) with SHA-256.
package enum SRPHashes {
    /// k = H(N | g), with N's sign byte and g as a single byte. Unlike in RFC 5054, g is not padded to the length of
    /// N.
    package static let multiplier = Array(
        SHA256.hash(data: SRPNumbers.twosComplement(Group.modulusBytes) + [Group.generator]))
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
