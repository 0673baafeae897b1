// The keys of swift-crypto 3 are not marked as Sendable.
@preconcurrency import Crypto
public import FlowCore

/// Codes of an authenticator app: HOTP (RFC 4226) and, of the time, TOTP (RFC 6238).
public struct OneTimePassword: Sendable, Redacted {
    /// The hash under the HMAC. Cognito and most apps know SHA-1 alone.
    public enum Algorithm: String, Sendable, CaseIterable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// Why there are no codes.
    public enum Failure: Error, Sendable, Equatable {
        /// The secret is empty or no base32.
        case malformedSecret
        /// Codes have 6 to 8 digits.
        case badDigitCount
        /// A code stands for a second at least.
        case badPeriod
    }

    /// The hash.
    public let algorithm: Algorithm
    /// Digits of a code.
    public let digits: Int
    /// Seconds that a code stands for.
    public let period: Int
    private let key: SymmetricKey
    /// The secret as base32, without padding.
    let secretText: String

    /// Codes of a secret.
    /// - Parameters:
    ///   - secret: the bytes that both sides know.
    ///   - algorithm: the hash.
    ///   - digits: digits of a code, 6 to 8.
    ///   - period: seconds that a code stands for.
    /// - Throws: what is wrong with them.
    public init(
        secret: [UInt8], algorithm: Algorithm = .sha1, digits: Int = 6, period: Int = 30
    ) throws(Failure) {
        guard !secret.isEmpty else { throw .malformedSecret }
        guard (6...8).contains(digits) else { throw .badDigitCount }
        guard period > 0 else { throw .badPeriod }
        self.algorithm = algorithm
        self.digits = digits
        self.period = period
        key = SymmetricKey(data: secret)
        secretText = Base32.text(secret)
    }

    /// Codes of a secret in base32, such as `SecretCode` of AssociateSoftwareToken.
    /// - Parameter base32: the secret.
    /// - Throws: ``Failure/malformedSecret``.
    public init(base32: String) throws(Failure) {
        guard let secret = Base32.bytes(base32) else { throw .malformedSecret }
        try self.init(secret: secret)
    }

    /// The code of a counter (RFC 4226 section 5.3).
    public func code(counter: UInt64) -> String {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> UInt64(56 - 8 * $0)) }
        let number = truncated(hash(message)) % (0..<digits).reduce(1) { power, _ in power * 10 }
        let text = String(number)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// The code of an instant (RFC 6238 section 4.2); before 1970 that of 1970.
    /// - Parameter seconds: seconds since 1970 in UTC.
    /// - Returns: the digits.
    public func code(at seconds: Int64) -> String { code(counter: UInt64(max(seconds, 0)) / UInt64(period)) }

    /// Whether a code is that of an instant, or of so many steps before or behind it (RFC 6238 section 5.2).
    ///
    /// How much of a code is right does not show in the time that this takes. That no code counts twice is for the caller.
    /// - Parameters:
    ///   - code: the code as typed in.
    ///   - seconds: seconds since 1970 in UTC.
    ///   - drift: steps by which clocks may differ, at most 10.
    /// - Returns: whether it is.
    package func accepts(_ code: String, at seconds: Int64, drift: Int = 1) -> Bool {
        step(of: code, at: seconds, drift: drift) != nil
    }

    /// The step whose code this is, as for ``accepts(_:at:drift:)``; that of the instant where it is the code of several.
    package func step(of code: String, at seconds: Int64, drift: Int = 1) -> Int64? {
        guard code.utf8.count == digits else { return nil }
        let step = max(seconds, 0) / Int64(period)
        let steps = Int64(min(max(drift, 0), 10))
        var accepted: Int64?
        for counter in max(step - steps, 0)...step + steps {
            let isSame = ConstantTime.isSame(code, self.code(counter: UInt64(counter)))
            if isSame, accepted == nil || counter == step { accepted = counter }
        }
        return accepted
    }

    private func hash(_ message: [UInt8]) -> [UInt8] {
        switch algorithm {
        case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
        case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
        }
    }

    /// 31 bits from the place that the last four bits name.
    private func truncated(_ hash: [UInt8]) -> UInt32 {
        let start = Int((hash.last ?? 0) & 15)
        return hash.dropFirst(start).prefix(4).reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    }
}
