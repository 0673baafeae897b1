import Crypto
import FlowCore
import FlowRuntime

/// The server side of an SRP exchange. It generates b, sends B, and verifies the proof.
package struct SRPServer: Sendable, Redacted {
    private let secret: SRPSecret
    private let verifier: SRPVerifier
    /// The public value B, most significant byte first.
    private let value: [UInt8]

    /// Begins an exchange with a given random number b, and computes B = k v + g^b.
    /// - Parameters:
    ///   - verifier: the stored verifier of the password.
    ///   - secret: b, most significant byte first.
    /// - Throws: ``SRPFailure/badSecret``, or ``SRPFailure/zeroPublicValue(_:)`` if B is zero mod N.
    package init(verifier: SRPVerifier, secret: [UInt8]) throws(SRPFailure) {
        self.secret = try SRPSecret(secret)
        self.verifier = verifier
        let sum = Residue(SRPHashes.multiplier) * Residue(verifier.value) + self.secret.power()
        guard !sum.isZero else { throw .zeroPublicValue(.serverValue) }
        value = sum.bytes()
    }

    /// Begins an exchange with a new random number.
    /// - Throws: ``SRPFailure/badSecret`` if the source returns no usable number.
    package init(verifier: SRPVerifier, random: CognitoRandom) throws(SRPFailure) {
        try self.init(verifier: verifier, secret: random(SRPSecret.byteCount))
    }

    /// SRP_B: hexadecimal digits without leading zeros.
    package var publicValue: String { Hex.numberText(value) }

    /// Verifies the proof of a password.
    /// - Parameters:
    ///   - signature: PASSWORD_CLAIM_SIGNATURE.
    ///   - identity: the owner of the password.
    ///   - clientValue: SRP_A.
    ///   - secretBlock: PASSWORD_CLAIM_SECRET_BLOCK. The caller must check that it is the one sent.
    ///   - timestamp: TIMESTAMP.
    /// - Returns: whether the signature proves the password.
    /// - Throws: ``SRPFailure`` if A is invalid, if the scrambler is zero, or if a text is not base64. A wrong password
    ///   is not an error.
    package func accepts(
        _ signature: String, of identity: SRPIdentity, clientValue: String, secretBlock: String, timestamp: String
    ) throws(SRPFailure) -> Bool {
        guard let code = Base64.bytes(signature), let block = Base64.bytes(secretBlock) else { throw .malformedBase64 }
        let message = SRPHashes.signedMessage(identity, secretBlock: block, timestamp: timestamp)
        let sharedKey = try key(clientValue: clientValue)
        return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: sharedKey)
    }

    /// Checks that a client's public value is a number other than zero mod N (RFC 5054 section 2.5.4).
    /// - Parameter clientValue: SRP_A.
    /// - Throws: ``SRPFailure/malformedNumber(_:)``; ``SRPFailure/zeroPublicValue(_:)`` if it is zero mod N.
    package static func check(clientValue: String) throws(SRPFailure) {
        guard !Residue(try SRPNumbers.bytes(hex: clientValue, of: .clientValue)).isZero else {
            throw .zeroPublicValue(.clientValue)
        }
    }

    /// Returns the key that both sides share, derived from S = (A v^u)^b.
    /// - Throws: ``SRPFailure`` if A is invalid, or if the scrambler is zero.
    func key(clientValue: String) throws(SRPFailure) -> SymmetricKey {
        let bytes = try SRPNumbers.bytes(hex: clientValue, of: .clientValue)
        let client = Residue(bytes)
        guard !client.isZero else { throw .zeroPublicValue(.clientValue) }
        let scrambler = try SRPHashes.scrambler(client: bytes, server: value)
        let base = client * Residue(verifier.value).power(Limbs(bytes: scrambler))
        return SRPHashes.key(shared: base.power(secret.limbs()), scrambler: scrambler)
    }
}

/// The data that a server stores for a password: the salt and v = g^x. Keep it secret, because whoever has it can guess
/// passwords offline.
package struct SRPVerifier: Sendable, Redacted {
    package static let saltByteCount = 16
    /// The number of random bytes in a new device's secret.
    static let deviceSecretByteCount = 40

    let salt: [UInt8]
    package let value: [UInt8]

    /// Computes the verifier of a password.
    /// - Parameters:
    ///   - identity: the owner of the password.
    ///   - password: the password, or a device's secret.
    ///   - salt: random bytes, which SRP reads as an unsigned number with the most significant byte first.
    package init(of identity: SRPIdentity, password: String, salt: [UInt8]) {
        self.salt = salt
        let exponent = SRPHashes.passwordKey(identity, password: FlowSecret(password), salt: salt).bigEndianLimbs()
        value = Residue.powerOfGenerator(exponent).bytes()
    }

    /// Parses the verifier that a device sent with ConfirmDevice.
    /// - Throws: ``SRPFailure/malformedBase64``; ``SRPFailure/negativeNumber``; ``SRPFailure/zeroPublicValue(_:)`` if
    ///   the verifier is zero mod N.
    package init(passwordVerifier: String, salt: String) throws(SRPFailure) {
        self.salt = try SRPNumbers.bytes(signedBase64: salt)
        value = try SRPNumbers.bytes(signedBase64: passwordVerifier)
        // A verifier has no name of its own in a failure. Like SRP_A, it comes from the client.
        guard !Residue(value).isZero else { throw .zeroPublicValue(.clientValue) }
    }

    /// Returns whether this is the verifier of a password. The password is hashed with this verifier's salt.
    package func isVerifier(of identity: SRPIdentity, password: String) -> Bool {
        let other = SRPVerifier(of: identity, password: password, salt: salt)
        return ConstantTime.isSame(passwordVerifier, other.passwordVerifier)
    }

    /// PasswordVerifier of ConfirmDevice: base64 of v, with its sign byte.
    package var passwordVerifier: String { Base64.text(SRPNumbers.twosComplement(value)) }
    /// Salt of ConfirmDevice: base64 of the salt, with its sign byte.
    package var saltText: String { Base64.text(SRPNumbers.twosComplement(salt)) }
    /// SALT of a challenge: hexadecimal digits without leading zeros.
    package var saltDigits: String { Hex.numberText(salt) }
}
