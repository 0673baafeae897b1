/// The pending codes and failed attempts of one username.
struct AttemptLimiter: Sendable, Codable {
    /// Limits wrong passwords.
    var passwords = Throttle()
    /// Limits wrong codes, in sign-ins and in verifications of an attribute.
    var codes = Throttle()
    /// Codes that were sent but not used yet, by the key of their purpose.
    var sent: [String: SentCode] = [:]

    /// Returns whether it rejects attempts or contains an unexpired code.
    func isActive(at now: Int64) -> Bool {
        passwords.isBlocking(at: now) || codes.isBlocking(at: now) || sent.values.contains { $0.expiresAt > now }
    }
}
