import CognitoHandlers
import Crypto

/// A stored password: its salt and SRP verifier.
///
/// Anyone who has it can guess passwords offline.
struct PasswordRecord: Sendable, Codable, Equatable {
    let salt: String
    let verifier: String

    /// Creates the record of a password. It takes milliseconds.
    init(_ password: String, of identity: SRPIdentity, random: CognitoRandom) {
        var salt = random(SRPVerifier.saltByteCount)
        // Clients pad a salt with leading zeros differently.
        if salt.first == 0 { salt[0] = 1 }
        let made = SRPVerifier(of: identity, password: password, salt: salt)
        self.salt = made.saltText
        verifier = made.passwordVerifier
    }

    /// Creates a stable record that no password matches, for an unknown user.
    ///
    /// The verifier is a hash, not a power: it takes as long as reading a stored one (RFC 5054 section 2.5.1.3).
    init(disguising name: String, key: [UInt8]) {
        let key = SymmetricKey(data: key)
        func bytes(_ use: UInt8) -> [UInt8] {
            Array(HMAC<SHA512>.authenticationCode(for: [use] + Array(name.utf8), using: key))
        }
        salt = Base64.text([0, bytes(0)[0] % 255 + 1] + bytes(0)[1..<SRPVerifier.saltByteCount])
        verifier = Base64.text([0] + (1...6).flatMap(bytes))
    }

    /// Creates the record from a device's request.
    /// - Throws: an error if it is invalid.
    init(salt: String, verifier: String) throws(SRPFailure) {
        _ = try SRPVerifier(passwordVerifier: verifier, salt: salt)
        self.salt = salt
        self.verifier = verifier
    }

    /// The record as an SRP verifier.
    func srp() throws(SRPFailure) -> SRPVerifier { try SRPVerifier(passwordVerifier: verifier, salt: salt) }

    /// Whether it matches a password. It takes milliseconds.
    func accepts(_ password: String, of identity: SRPIdentity) -> Bool {
        guard let kept = try? srp() else { return false }
        return kept.isVerifier(of: identity, password: password)
    }
}
