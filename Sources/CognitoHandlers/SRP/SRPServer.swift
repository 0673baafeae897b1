import FlowCore
import Crypto

/// The server's side of one exchange: keeps b, gives B, and checks the proof.
package struct SRPServer: Sendable, Redacted {
    private let secret: SRPSecret
    private let verifier: SRPVerifier
    private let value: [UInt8]

    /// An exchange with a given random number: B = k v + g^b.
    /// - Parameters:
    ///   - verifier: what is kept of the password.
    ///   - secret: b, the most significant byte first.
    /// - Throws: ``SRPFailure/badSecret``, or ``SRPFailure/zeroPublicValue(_:)`` if B is zero mod N.
    package init(verifier: SRPVerifier, secret: [UInt8]) throws(SRPFailure) {
        self.secret = try SRPSecret(secret)
        self.verifier = verifier
        let sum = Residue(SRPHashes.multiplier) * Residue(verifier.value) + self.secret.power()
        guard !sum.isZero else { throw .zeroPublicValue(.serverValue) }
        value = sum.bytes()
    }

    /// An exchange with a random number of its own.
    package init(verifier: SRPVerifier, random: CognitoRandom) throws(SRPFailure) {
        try self.init(verifier: verifier, secret: random(SRPSecret.byteCount))
    }

    /// SRP_B: hexadecimal digits without zeros in front.
    package var publicValue: String { Hex.number(value) }

    /// Whether a signature proves the password.
    /// - Parameters:
    ///   - signature: PASSWORD_CLAIM_SIGNATURE.
    ///   - identity: whose password it is.
    ///   - clientValue: SRP_A.
    ///   - secretBlock: PASSWORD_CLAIM_SECRET_BLOCK; that it is the one sent is for the caller to see.
    ///   - timestamp: TIMESTAMP.
    /// - Returns: whether it does.
    /// - Throws: what is wrong with A or with a text that is no base64; a wrong password is no error.
    package func accepts(
        _ signature: String, of identity: SRPIdentity, clientValue: String, secretBlock: String, timestamp: String
    ) throws(SRPFailure) -> Bool {
        guard let code = Base64.bytes(signature), let block = Base64.bytes(secretBlock) else { throw .malformedBase64 }
        let message = SRPHashes.signedMessage(identity, secretBlock: block, timestamp: timestamp)
        let key = try key(clientValue: clientValue)
        return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
    }

    /// Sees whether a client's public value can be used at all, before anything is made for it.
    /// - Parameter clientValue: SRP_A.
    /// - Throws: what is wrong with it (RFC 5054 section 2.5.4 for one that is zero mod N).
    package static func check(clientValue: String) throws(SRPFailure) {
        guard !Residue(try SRPNumbers.bytes(hex: clientValue, of: .clientValue)).isZero else {
            throw .zeroPublicValue(.clientValue)
        }
    }

    /// The key of both sides, from S = (A v^u)^b.
    func key(clientValue: String) throws(SRPFailure) -> SymmetricKey {
        let bytes = try SRPNumbers.bytes(hex: clientValue, of: .clientValue)
        let client = Residue(bytes)
        guard !client.isZero else { throw .zeroPublicValue(.clientValue) }
        let scrambler = try SRPHashes.scrambler(client: bytes, server: value)
        let base = client * Residue(verifier.value).power(Limbs(bytes: scrambler))
        return SRPHashes.key(shared: base.power(secret.exponent()), scrambler: scrambler)
    }
}
