import CognitoHandlers
import Crypto

/// What the pool keeps of a password: a salt and the SRP verifier. Whoever has it can try passwords.
struct PasswordRecord: Sendable, Codable, Equatable {
    let salt: String
    let verifier: String

    /// The record of a password. Takes milliseconds.
    init(_ password: String, of identity: SRPIdentity, random: CognitoRandom) {
        var salt = random(SRPVerifier.saltByteCount)
        // Clients differ in how they pad a salt that begins with zeros.
        if salt.first == 0 { salt[0] = 1 }
        let made = SRPVerifier(of: identity, password: password, salt: salt)
        self.salt = made.saltText
        verifier = made.passwordVerifier
    }

    /// A record that no password belongs to, for a user who does not exist: the same each time.
    ///
    /// The verifier is a hash and no power: it takes no longer than reading one that is kept (RFC 5054 section 2.5.1.3).
    init(disguising name: String, key: [UInt8]) {
        let key = SymmetricKey(data: key)
        func bytes(_ use: UInt8) -> [UInt8] {
            Array(HMAC<SHA512>.authenticationCode(for: [use] + Array(name.utf8), using: key))
        }
        salt = Base64.text([0, bytes(0)[0] % 255 + 1] + bytes(0)[1..<SRPVerifier.saltByteCount])
        verifier = Base64.text([0] + (1...6).flatMap(bytes))
    }

    /// The record that a device sent.
    /// - Throws: what is wrong with it.
    init(salt: String, verifier: String) throws(SRPFailure) {
        _ = try SRPVerifier(passwordVerifier: verifier, salt: salt)
        self.salt = salt
        self.verifier = verifier
    }

    /// The record for SRP.
    func srp() throws(SRPFailure) -> SRPVerifier { try SRPVerifier(passwordVerifier: verifier, salt: salt) }

    /// Whether it is the record of this password. Takes milliseconds.
    func accepts(_ password: String, of identity: SRPIdentity) -> Bool {
        guard let kept = try? srp() else { return false }
        return kept.isVerifier(of: identity, password: password)
    }
}
