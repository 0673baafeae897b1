public import CognitoHandlers
public import FlowCore

/// The clock, random source, message delivery and signing keys of a pool.
public struct PoolEnvironment: Sendable, Redacted {
    /// Returns the time in seconds since 1970, UTC.
    public var now: @Sendable () -> Int64
    /// The source of random numbers.
    public var random: CognitoRandom
    /// Receives every message in place of the user, because the pool itself sends no messages.
    public var deliver: @Sendable (PoolMessage) -> Void
    /// The private key of access tokens, RSA in PEM.
    ///
    /// A key in the pool's file takes precedence. If there is no key, the pool generates one when it first needs a key,
    /// which is slow.
    public var signingKey: String?
    /// The private key of ID tokens, a different RSA key in PEM.
    ///
    /// A key in the pool's file takes precedence. If there is no key, the pool generates one.
    public var identitySigningKey: String?

    /// Creates an environment.
    ///
    /// By default, uses the system's clock and random source, and discards messages.
    public init(
        now: @escaping @Sendable () -> Int64 = CognitoSettings.systemTime, random: CognitoRandom = .system,
        deliver: @escaping @Sendable (PoolMessage) -> Void = { _ in }, signingKey: String? = nil,
        identitySigningKey: String? = nil
    ) {
        self.now = now
        self.random = random
        self.deliver = deliver
        self.signingKey = signingKey
        self.identitySigningKey = identitySigningKey
    }
}

/// A message with a code, by email or text message.
public struct PoolMessage: Sendable, Equatable, Redacted {
    /// The way in which a message is delivered.
    public enum Medium: String, Sendable, Codable {
        case email = "EMAIL"
        case sms = "SMS"
    }

    /// Why a message is sent.
    public enum Purpose: String, Sendable, Codable {
        case signUp, passwordReset, attribute, signIn, invitation
    }

    /// The recipient's username.
    public let username: String
    /// How the message is delivered.
    public let medium: Medium
    /// The email address or phone number, unmasked.
    public let destination: String
    /// Why the message is sent.
    public let purpose: Purpose
    /// The code, or an invitation's temporary password. It is a secret.
    public let code: String
}

extension CognitoRandom {
    /// Returns a random UUID (RFC 9562 section 5.4).
    /// - Returns: an empty text if the source does not return as many bytes as requested.
    func uuid() -> String {
        let byteCount = 16
        var bytes = self(byteCount)
        guard bytes.count == byteCount else { return "" }
        // The high bits of these bytes contain the version, 4, and the variant.
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { Hex.text([$0]) }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
            .map { $0.joined() }.joined(separator: "-")
    }

    /// Returns a code of six uniformly distributed digits.
    func code() -> String {
        let digitCount = 6
        let codeCount: UInt32 = 1_000_000
        // Rejection sampling avoids modulo bias: the limit is a multiple of the number of codes.
        let limit = UInt32.max / codeCount * codeCount
        // A constant source in tests may never return a number below the limit.
        let maxDraws = 100
        var number: UInt32 = 0
        for _ in 0..<maxDraws {
            number = self(MemoryLayout<UInt32>.size).reduce(0) { $0 << 8 | UInt32($1) }
            if number < limit { break }
        }
        let text = String(number % codeCount)
        return String(repeating: "0", count: digitCount - text.count) + text
    }
}
