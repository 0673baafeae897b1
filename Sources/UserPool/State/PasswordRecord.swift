import CognitoHandlers
import Crypto

/// What the pool keeps of a password: a salt and the SRP verifier. Whoever has it can try passwords.
struct PasswordRecord: Sendable, Codable {
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

    /// The record of a password that nobody knows, for a user who does not exist: the same each time.
    init(disguising name: String, of identity: SRPIdentity, key: [UInt8]) {
        let key = SymmetricKey(data: key)
        let salt = HMAC<SHA256>.authenticationCode(for: Array(name.utf8), using: key)
        let password = HMAC<SHA384>.authenticationCode(for: Array(name.utf8), using: key)
        self.init(
            Base64.text(password), of: identity, random: CognitoRandom { count in Array(Array(salt).prefix(count)) })
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
