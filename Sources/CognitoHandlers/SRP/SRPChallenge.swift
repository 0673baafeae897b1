/// The parameters of PASSWORD_VERIFIER and DEVICE_PASSWORD_VERIFIER.
package struct SRPChallenge: Sendable {
    /// SALT as a number. The hash does not include its leading zeros.
    let salt: [UInt8]
    /// SRP_B.
    let serverValue: [UInt8]
    /// SECRET_BLOCK, decoded.
    let secretBlock: [UInt8]

    /// Parses the parameters of a challenge.
    /// - Parameters:
    ///   - salt: SALT in hexadecimal. The number of digits may be odd.
    ///   - serverValue: SRP_B in hexadecimal.
    ///   - secretBlock: SECRET_BLOCK in base64.
    /// - Throws: ``SRPFailure/empty(_:)``, ``SRPFailure/malformedNumber(_:)``, ``SRPFailure/malformedBase64``.
    package init(salt: String, serverValue: String, secretBlock: String) throws(SRPFailure) {
        // The order of checks is Amplify's: parse errors first, then the numbers.
        guard !salt.isEmpty else { throw .empty(.salt) }
        guard let block = Base64.bytes(secretBlock) else { throw .malformedBase64 }
        self.salt = try SRPNumbers.bytes(hex: salt, of: .salt)
        self.serverValue = try SRPNumbers.bytes(hex: serverValue, of: .serverValue)
        guard !block.isEmpty else { throw .malformedBase64 }
        self.secretBlock = block
    }
}
