import CognitoHandlers

/// An authenticator app that was set up.
struct SoftwareToken: Sendable, Codable {
    /// The secret in base32.
    let secret: String
    /// The name that the user gave.
    var name: String?
    /// The step of the last code that was taken: no code counts twice.
    var lastStep: Int64 = -1

    /// Seconds of a step (RFC 6238).
    private static let period: Int64 = 30

    /// The step whose code this is: of now, or one before or behind it.
    func step(of code: String, at now: Int64) -> Int64? {
        guard let codes = try? OneTimePassword(base32: secret), codes.accepts(code, at: now) else { return nil }
        let current = max(now, 0) / Self.period
        return [current, current - 1, current + 1].first { codes.code(at: $0 * Self.period) == code }
    }
}
