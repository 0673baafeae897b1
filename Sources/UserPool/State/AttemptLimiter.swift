/// The pending codes and the failed attempts for a name.
struct AttemptLimiter: Sendable, Codable {
    var passwords = Throttle()
    /// The wrong codes of all sign-ins and messages.
    var codes = Throttle()
    /// Codes that were sent and not used, by purpose.
    var sent: [String: SentCode] = [:]

    /// Whether it still has an effect.
    func isOfUse(at now: Int64) -> Bool {
        passwords.isClosed(at: now) || codes.isClosed(at: now) || sent.values.contains { $0.expiresAt > now }
    }
}
