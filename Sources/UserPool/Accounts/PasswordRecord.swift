import CognitoHandlers
import Crypto

/// The salt and SRP verifier of a password.
///
/// It is a secret: whoever has it can guess the password offline.
struct PasswordRecord: Sendable, Codable, Equatable {
    let salt: String
    let verifier: String

    /// Computes the record of a password, which takes milliseconds.
    init(_ password: String, of identity: SRPIdentity, random: CognitoRandom) {
        var salt = random(SRPVerifier.saltByteCount)
        // Clients treat leading zeros of a salt differently, so the first byte is never zero.
        if salt.first == 0 { salt[0] = 1 }
        let computed = SRPVerifier(of: identity, password: password, salt: salt)
        self.salt = computed.saltText
        verifier = computed.passwordVerifier
    }

    /// Derives a record for an unknown user from the name and a secret key. It is the same for every request with that
    /// name, and no password matches it (RFC 5054 section 2.5.1.3). The verifier is a hash and not a power, so that
    /// deriving it takes no longer than reading a stored one.
    init(disguising name: String, key: [UInt8]) {
        let symmetricKey = SymmetricKey(data: key)
        /// Returns the keyed hash of the name after a prefix, so that each prefix gives another hash.
        func nameHash(prefix: UInt8) -> [UInt8] {
            Array(HMAC<SHA512>.authenticationCode(for: [prefix] + Array(name.utf8), using: symmetricKey))
        }
        // A zero byte makes both numbers positive. As in a stored record, the salt's next byte is not zero.
        let saltHash = nameHash(prefix: 0)
        salt = Base64.text([0, saltHash[0] % 255 + 1] + saltHash[1..<SRPVerifier.saltByteCount])
        // Six hashes have as many bits as the group's prime, 3072.
        verifier = Base64.text([0] + (1...6).flatMap(nameHash))
    }

    /// Creates a record from the salt and verifier that a device computed.
    init(salt: String, verifier: String) throws(SRPFailure) {
        // Only checks that both can be parsed.
        _ = try SRPVerifier(passwordVerifier: verifier, salt: salt)
        self.salt = salt
        self.verifier = verifier
    }

    /// Returns the server's side of an SRP exchange for this password.
    func makeVerifier() throws(SRPFailure) -> SRPVerifier { try SRPVerifier(passwordVerifier: verifier, salt: salt) }

    /// Returns whether a password matches the record, which takes milliseconds.
    func accepts(_ password: String, of identity: SRPIdentity) -> Bool {
        guard let stored = try? makeVerifier() else { return false }
        return stored.isVerifier(of: identity, password: password)
    }
}
