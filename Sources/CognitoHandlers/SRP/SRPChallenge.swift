/// What the service sends with PASSWORD_VERIFIER and DEVICE_PASSWORD_VERIFIER.
package struct SRPChallenge: Sendable {
    /// SALT as a number: zeros in front of it vanish when it is hashed.
    let salt: [UInt8]
    /// SRP_B.
    let serverValue: [UInt8]
    /// SECRET_BLOCK, decoded.
    let secretBlock: [UInt8]

    /// The parameters as they came.
    /// - Parameters:
    ///   - salt: hexadecimal; an odd number of digits occurs.
    ///   - serverValue: hexadecimal.
    ///   - secretBlock: base64.
    /// - Throws: ``SRPFailure/empty(_:)``, ``SRPFailure/malformedNumber(_:)``, ``SRPFailure/malformedBase64``.
    package init(salt: String, serverValue: String, secretBlock: String) throws(SRPFailure) {
        // Of several things that are wrong Amplify tells the one that it meets first: what cannot be read, then the numbers.
        guard !salt.isEmpty else { throw .empty(.salt) }
        guard let block = Base64.bytes(secretBlock) else { throw .malformedBase64 }
        self.salt = try SRPNumbers.bytes(hex: salt, of: .salt)
        self.serverValue = try SRPNumbers.bytes(hex: serverValue, of: .serverValue)
        guard !block.isEmpty else { throw .malformedBase64 }
        self.secretBlock = block
    }
}
