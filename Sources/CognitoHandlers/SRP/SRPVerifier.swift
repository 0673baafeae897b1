import FlowCore
import FlowRuntime

/// What a server keeps of a password: the salt and v = g^x. Whoever has it can try passwords, so it is a secret, too.
package struct SRPVerifier: Sendable, Redacted {
    /// Bytes of a new salt.
    package static let saltByteCount = 16
    /// Random bytes of a new device's secret.
    package static let deviceSecretByteCount = 40

    /// The salt, a number.
    let salt: [UInt8]
    /// v, a number.
    package let value: [UInt8]

    /// The verifier of a password.
    /// - Parameters:
    ///   - identity: whose password it is.
    ///   - password: the password, or the secret of a device.
    ///   - salt: random bytes, a number.
    package init(of identity: SRPIdentity, password: String, salt: [UInt8]) {
        self.salt = salt
        let exponent = SRPHashes.passwordKey(identity, password: FlowSecret(password), salt: salt).exponent()
        value = Residue.powerOfGenerator(exponent).bytes()
    }

    /// The verifier that a device sent with ConfirmDevice.
    /// - Throws: ``SRPFailure/malformedBase64``, ``SRPFailure/negativeNumber``, or ``SRPFailure/zeroPublicValue(_:)`` for a
    ///   verifier that is zero mod N.
    package init(passwordVerifier: String, salt: String) throws(SRPFailure) {
        self.salt = try SRPNumbers.bytes(signedBase64: salt)
        value = try SRPNumbers.bytes(signedBase64: passwordVerifier)
        guard !Residue(value).isZero else { throw .zeroPublicValue(.clientValue) }
    }

    /// Whether it is the verifier of this password.
    package func isVerifier(of identity: SRPIdentity, password: String) -> Bool {
        let other = SRPVerifier(of: identity, password: password, salt: salt)
        return ConstantTime.isSame(passwordVerifier, other.passwordVerifier)
    }

    /// PasswordVerifier of ConfirmDevice: base64 of v with its sign byte.
    package var passwordVerifier: String { Base64.text(SRPNumbers.twosComplement(value)) }
    /// Salt of ConfirmDevice: base64 of the salt with its sign byte.
    package var saltText: String { Base64.text(SRPNumbers.twosComplement(salt)) }
    /// SALT of a challenge: hexadecimal digits without zeros in front.
    package var saltDigits: String { Hex.number(salt) }
}
