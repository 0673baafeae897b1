// swift-crypto 3 does not mark its keys as Sendable.
@preconcurrency import Crypto
public import FlowCore

/// One-time codes of an authenticator app: HOTP (RFC 4226) and the time-based TOTP (RFC 6238).
public struct OneTimePassword: Sendable, Redacted {
    /// The hash function of the HMAC. Cognito and most apps support only SHA-1.
    public enum Algorithm: String, Sendable, CaseIterable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// Reports why codes cannot be computed.
    public enum Failure: Error, Sendable, Equatable {
        /// The secret is empty or not base32.
        case malformedSecret
        /// The number of digits is not 6 to 8.
        case badDigitCount
        /// The period is less than a second.
        case badPeriod
    }

    /// The hash function of the HMAC.
    public let algorithm: Algorithm
    /// The number of digits of a code.
    public let digits: Int
    /// The period of a code in seconds.
    public let period: Int
    /// The maximum number of time steps by which clocks may differ.
    private static let maximumDrift = 10
    private let key: SymmetricKey
    /// The secret in base32, without padding.
    private let secretText: String

    /// Creates a generator of codes.
    /// - Parameters:
    ///   - secret: the secret that the app shares with the service.
    ///   - algorithm: the hash function of the HMAC.
    ///   - digits: the number of digits, 6 to 8.
    ///   - period: the period of a code in seconds.
    /// - Throws: ``Failure``.
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

    /// Creates a generator from a secret in base32, such as `SecretCode` of AssociateSoftwareToken.
    /// - Parameter base32: the secret that the app shares with the service.
    /// - Throws: ``Failure/malformedSecret``.
    public init(base32: String) throws(Failure) {
        guard let secret = Base32.bytes(base32) else { throw .malformedSecret }
        try self.init(secret: secret)
    }

    /// Returns the code for a counter, with leading zeros (RFC 4226 section 5.3).
    public func code(counter: UInt64) -> String {
        // The counter as eight big-endian bytes.
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> UInt64(56 - 8 * $0)) }
        let powerOfTen: UInt32 = (0..<digits).reduce(1) { power, _ in power * 10 }
        let text = String(truncated(hash(message)) % powerOfTen)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// Returns the code for a time (RFC 6238 section 4.2). Times before 1970 count as 1970.
    /// - Parameter seconds: seconds since 1970 (UTC).
    /// - Returns: the code, with leading zeros.
    public func code(at seconds: Int64) -> String { code(counter: UInt64(max(seconds, 0)) / UInt64(period)) }

    /// Verifies a code that the user has entered (RFC 6238 section 5.2).
    ///
    /// The comparison is constant-time. The caller must prevent a code from being accepted twice.
    /// - Parameters:
    ///   - code: the code as entered.
    ///   - seconds: seconds since 1970 (UTC).
    ///   - drift: the number of time steps by which clocks may differ, at most 10.
    /// - Returns: whether it is the code of the current time step, or of one within the drift.
    package func accepts(_ code: String, at seconds: Int64, drift: Int = 1) -> Bool {
        step(of: code, at: seconds, drift: drift) != nil
    }

    /// Returns the time step of a code. If several steps have this code, the current step is preferred.
    ///
    /// The parameters have the same meaning as in ``accepts(_:at:drift:)``.
    /// - Returns: the number of the step since 1970, or nil if the code is not accepted.
    package func step(of code: String, at seconds: Int64, drift: Int = 1) -> Int64? {
        guard code.utf8.count == digits else { return nil }
        let currentStep = max(seconds, 0) / Int64(period)
        let allowedDrift = Int64(min(max(drift, 0), Self.maximumDrift))
        var accepted: Int64?
        let lastStep = currentStep + min(allowedDrift, .max - currentStep)
        for counter in max(currentStep - allowedDrift, 0)...lastStep {
            let isSame = ConstantTime.isSame(code, self.code(counter: UInt64(counter)))
            if isSame, accepted == nil || counter == currentStep { accepted = counter }
        }
        return accepted
    }

    /// Returns the HMAC of a message under the secret.
    private func hash(_ message: [UInt8]) -> [UInt8] {
        switch algorithm {
        case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
        case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
        }
    }

    /// Returns 31 bits of a hash (RFC 4226 section 5.3, dynamic truncation). The last four bits of the hash are the
    /// byte offset of these bits.
    private func truncated(_ hash: [UInt8]) -> UInt32 {
        let start = Int((hash.last ?? 0) & 15)
        return hash.dropFirst(start).prefix(4).reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    }

    /// Returns the URI for an authenticator app's QR code, which contains the secret.
    ///
    /// The URI is in Google Authenticator's key URI format: `otpauth://totp/Issuer:account?secret=…`. It omits
    /// parameters with the apps' default values, which are SHA-1, 6 digits and 30 seconds.
    /// - Parameters:
    ///   - account: the account's label, such as the user name.
    ///   - issuer: the issuer's label, such as the app's name, which authenticator apps show with the account.
    /// - Returns: the URI, with both labels percent-encoded.
    public func uri(account: String, issuer: String? = nil) -> String {
        let issuerLabel = issuer.flatMap { $0.isEmpty ? nil : Self.percentEncoded($0) }
        let label = (issuerLabel.map { $0 + ":" } ?? "") + Self.percentEncoded(account)
        var query = "secret=" + secretText
        if let issuerLabel { query += "&issuer=" + issuerLabel }
        if algorithm != .sha1 { query += "&algorithm=" + algorithm.rawValue }
        if digits != 6 { query += "&digits=\(digits)" }
        if period != 30 { query += "&period=\(period)" }
        return "otpauth://totp/\(label)?\(query)"
    }

    /// Returns a text in which every UTF-8 byte is percent-encoded, except the unreserved characters of RFC 3986
    /// section 2.3.
    ///
    /// The colon is encoded, because it separates issuer and account. A space becomes `%20` and not `+`, because apps
    /// show `+` unchanged.
    private static func percentEncoded(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(byte)
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                let prefix = byte < 16 ? "%0" : "%"
                result += Array((prefix + hex).utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
