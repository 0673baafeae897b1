/// What was tried in somebody's name: codes that wait for an answer, and how often a wrong one came.
struct AttemptLimiter: Sendable, Codable {
    /// Wrong passwords.
    var passwords = Throttle()
    /// Wrong codes, of all sign-ins and all messages together.
    var codes = Throttle()
    /// Codes that were sent and not used, by what they are for.
    var sent: [String: SentCode] = [:]

    /// Whether forgetting it would be noticed.
    func isOfUse(at now: Int64) -> Bool {
        passwords.isClosed(at: now) || codes.isClosed(at: now) || sent.values.contains { $0.expiresAt > now }
    }
}
