package import Crypto
import FlowCore
package import FlowRuntime

/// The client's side of one exchange: keeps a, gives A, and proves the password once B is known.
package struct SRPClient: Sendable, Redacted {
    private let secret: SRPSecret
    private let value: [UInt8]

    /// An exchange with a given random number.
    /// - Parameter secret: a, the most significant byte first.
    /// - Throws: ``SRPFailure/badSecret``, or ``SRPFailure/zeroPublicValue(_:)`` if A is zero mod N.
    package init(secret: consuming [UInt8]) throws(SRPFailure) {
        self.secret = try SRPSecret(secret)
        let power = self.secret.power()
        guard !power.isZero else { throw .zeroPublicValue(.clientValue) }
        value = power.bytes()
    }

    /// An exchange with a random number of its own.
    package init(random: CognitoRandom) throws(SRPFailure) {
        try self.init(secret: random(SRPSecret.byteCount))
    }

    /// SRP_A: hexadecimal digits without zeros in front.
    package var publicValue: String { Hex.number(value) }

    /// The secret and the public value as text, to go on with in another call: hexadecimal digits with a dot between them.
    var state: FlowSecret {
        let digits = Hex.digits(value)
        return FlowSecret(count: 2 * secret.bytes.count + 1 + digits.count) { memory in
            secret.bytes.withBytes { bytes in
                for (place, byte) in bytes.enumerated() { (memory[2 * place], memory[2 * place + 1]) = Hex.pair(byte) }
            }
            let dot = 2 * secret.bytes.count
            memory[dot] = UInt8(ascii: ".")
            for (place, digit) in digits.enumerated() { memory[dot + 1 + place] = digit }
        }
    }

    /// Goes on with an earlier ``state``, whose public value need not be computed once more.
    init(state: FlowSecret) throws(SRPFailure) {
        let parts = state.withBytes { bytes in
            bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Hex.bytes(digits: $0) }
        }
        guard parts.count == 2, let number = parts[0], let value = parts[1], value.count <= Group.byteCount,
            !Residue(value).isZero
        else { throw .badSecret }
        secret = try SRPSecret(number)
        self.value = value
    }

    /// PASSWORD_CLAIM_SIGNATURE, which proves the password: base64 of the HMAC over realm, user, secret block and time.
    /// - Parameters:
    ///   - identity: whose password it is.
    ///   - password: the password, or the secret of a device.
    ///   - challenge: what the service sent.
    ///   - timestamp: the text that is sent as TIMESTAMP.
    /// - Returns: the signature.
    /// - Throws: what is wrong with the challenge.
    package func proof(
        of identity: SRPIdentity, password: FlowSecret, for challenge: SRPChallenge, at timestamp: String
    ) throws(SRPFailure) -> FlowSecret {
        defer { eraseStack() }
        let key = try key(identity, password: password, challenge: challenge)
        let message = SRPHashes.signedMessage(identity, secretBlock: challenge.secretBlock, timestamp: timestamp)
        return Self.signature(of: message, by: key)
    }

    /// In a frame of its own, which is overwritten afterwards.
    @inline(never)
    private static func signature(of message: [UInt8], by key: SymmetricKey) -> FlowSecret {
        // Not as a sequence, which is an array that nobody erases.
        HMAC<SHA256>.authenticationCode(for: message, using: key).withUnsafeBytes { FlowSecret(Base64.digits($0)) }
    }

    /// The key of both sides, from S = (B - k g^x)^(a + u x).
    package func key(
        _ identity: SRPIdentity, password: FlowSecret, challenge: SRPChallenge
    ) throws(SRPFailure) -> SymmetricKey {
        let server = Residue(challenge.serverValue)
        guard !server.isZero else { throw .zeroPublicValue(.serverValue) }
        let scrambler = try SRPHashes.scrambler(client: value, server: challenge.serverValue)
        let passwordKey = SRPHashes.passwordKey(identity, password: password, salt: challenge.salt).exponent()
        let base = server - Residue(SRPHashes.multiplier) * Residue.powerOfGenerator(passwordKey)
        let exponent = secret.exponent().adding(Limbs(bytes: scrambler), times: passwordKey)
        return SRPHashes.key(shared: base.power(exponent), scrambler: scrambler)
    }
}
