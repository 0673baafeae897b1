import FlowCore
import FlowRuntime

/// The data that a server stores for a password: the salt and v = g^x. Keep it secret, since whoever has it can guess
/// passwords offline.
package struct SRPVerifier: Sendable, Redacted {
    /// The length of a new salt in bytes.
    package static let saltByteCount = 16
    /// The number of random bytes in a new device's secret.
    package static let deviceSecretByteCount = 40

    /// The salt, as a number.
    let salt: [UInt8]
    /// v, as a number.
    package let value: [UInt8]

    /// Computes the verifier of a password.
    /// - Parameters:
    ///   - identity: the owner of the password.
    ///   - password: the password, or a device's secret.
    ///   - salt: random bytes, as a number.
    package init(of identity: SRPIdentity, password: String, salt: [UInt8]) {
        self.salt = salt
        let exponent = SRPHashes.passwordKey(identity, password: FlowSecret(password), salt: salt).exponent()
        value = Residue.powerOfGenerator(exponent).bytes()
    }

    /// Parses the verifier that a device sent with ConfirmDevice.
    /// - Throws: ``SRPFailure/malformedBase64``; ``SRPFailure/negativeNumber``; ``SRPFailure/zeroPublicValue(_:)`` if
    ///   the verifier is zero mod N.
    package init(passwordVerifier: String, salt: String) throws(SRPFailure) {
        self.salt = try SRPNumbers.bytes(signedBase64: salt)
        value = try SRPNumbers.bytes(signedBase64: passwordVerifier)
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
