package import Crypto
import FlowCore
package import FlowRuntime

/// The client side of an SRP exchange. It generates a, sends A, and proves the password once it has B.
package struct SRPClient: Sendable, Redacted {
    private let secret: SRPSecret
    /// The public value A, most significant byte first.
    private let value: [UInt8]

    /// Begins an exchange with a given random number.
    /// - Parameter secret: a, most significant byte first.
    /// - Throws: ``SRPFailure/badSecret``, or ``SRPFailure/zeroPublicValue(_:)`` if A is zero mod N.
    package init(secret: consuming [UInt8]) throws(SRPFailure) {
        self.secret = try SRPSecret(secret)
        let power = self.secret.power()
        guard !power.isZero else { throw .zeroPublicValue(.clientValue) }
        value = power.bytes()
    }

    /// Begins an exchange with a new random number.
    /// - Throws: ``SRPFailure/badSecret`` if the source returns no usable number.
    package init(random: CognitoRandom) throws(SRPFailure) {
        try self.init(secret: random(SRPSecret.byteCount))
    }

    /// SRP_A: hexadecimal digits without leading zeros.
    package var publicValue: String { Hex.numberText(value) }

    /// The state of the exchange, from which a later call can continue it: the secret and the public value in
    /// hexadecimal, separated by a dot.
    var state: FlowSecret {
        let valueDigits = Hex.digits(value)
        let secretDigitCount = 2 * secret.bytes.count
        return FlowSecret(count: secretDigitCount + 1 + valueDigits.count) { memory in
            secret.bytes.withBytes { bytes in
                for (place, byte) in bytes.enumerated() { (memory[2 * place], memory[2 * place + 1]) = Hex.pair(byte) }
            }
            memory[secretDigitCount] = UInt8(ascii: ".")
            for (place, digit) in valueDigits.enumerated() { memory[secretDigitCount + 1 + place] = digit }
        }
    }

    /// Continues an exchange from its ``state``, without computing the public value again.
    /// - Throws: ``SRPFailure/malformedState``.
    init(state: FlowSecret) throws(SRPFailure) {
        let parts = state.withBytes { bytes in
            bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Hex.bytes(digits: $0) }
        }
        guard parts.count == 2, let number = parts[0], let value = parts[1], value.count <= Group.byteCount,
            !Residue(value).isZero, let secret = try? SRPSecret(number)
        else { throw .malformedState }
        self.secret = secret
        self.value = value
    }

    /// Returns PASSWORD_CLAIM_SIGNATURE, the proof of the password.
    ///
    /// The proof replaces M1 of RFC 2945, and is the HMAC of realm, user, secret block and time under the shared key.
    /// Afterwards, the method zeroes the stack that it used.
    /// - Parameters:
    ///   - identity: the owner of the password.
    ///   - password: the password, or a device's secret.
    ///   - challenge: the service's challenge.
    ///   - timestamp: the value of TIMESTAMP.
    /// - Returns: the signature in base64.
    /// - Throws: ``SRPFailure/zeroPublicValue(_:)`` if B is zero mod N; ``SRPFailure/zeroScrambler``.
    package func proof(
        of identity: SRPIdentity, password: FlowSecret, for challenge: SRPChallenge, at timestamp: String
    ) throws(SRPFailure) -> FlowSecret {
        defer { eraseStack() }
        let sharedKey = try key(identity, password: password, challenge: challenge)
        let message = SRPHashes.signedMessage(identity, secretBlock: challenge.secretBlock, timestamp: timestamp)
        return Self.signature(of: message, by: sharedKey)
    }

    /// Returns the HMAC of a message in base64. Never inlined, so that the caller can zero this function's stack frame.
    @inline(never)
    private static func signature(of message: [UInt8], by key: SymmetricKey) -> FlowSecret {
        // Reads the bytes in place: as a sequence they would be copied to an array that is not zeroed.
        HMAC<SHA256>.authenticationCode(for: message, using: key).withUnsafeBytes { FlowSecret(Base64.digits($0)) }
    }

    /// Returns the key that both sides share, derived from S = (B - k g^x)^(a + u x).
    /// - Throws: ``SRPFailure/zeroPublicValue(_:)`` if B is zero mod N; ``SRPFailure/zeroScrambler``.
    package func key(
        _ identity: SRPIdentity, password: FlowSecret, challenge: SRPChallenge
    ) throws(SRPFailure) -> SymmetricKey {
        let server = Residue(challenge.serverValue)
        guard !server.isZero else { throw .zeroPublicValue(.serverValue) }
        let scrambler = try SRPHashes.scrambler(client: value, server: challenge.serverValue)
        let passwordKey = SRPHashes.passwordKey(identity, password: password, salt: challenge.salt).bigEndianLimbs()
        let base = server - Residue(SRPHashes.multiplier) * Residue.powerOfGenerator(passwordKey)
        let exponent = secret.limbs().adding(Limbs(bytes: scrambler), times: passwordKey)
        return SRPHashes.key(shared: base.power(exponent), scrambler: scrambler)
    }
}

/// The parameters of PASSWORD_VERIFIER and DEVICE_PASSWORD_VERIFIER.
package struct SRPChallenge: Sendable {
    /// SALT as a number. The hash does not include its leading zeros.
    let salt: [UInt8]
    /// The server's public value B, most significant byte first.
    let serverValue: [UInt8]
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
