/// The pending codes and failed attempts of one username. Pool files contain it as `trials`.
struct AttemptLimiter: Sendable, Codable {
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

/// Rejects attempts for a while after repeated failures.
struct Throttle: Sendable, Codable {
    /// The longest wait in seconds.
    private static let maxWait: Int64 = 900
    /// The number of doublings after which the wait exceeds ``maxWait``.
    private static let maxDoublings = 10

    private var failures = 0
    /// The time until which attempts are rejected, in seconds since 1970.
    private var waitUntil: Int64 = 0

    /// Returns whether no attempt is allowed at this time.
    func isBlocking(at now: Int64) -> Bool { now < waitUntil }

    /// Counts a failure, and rejects attempts for a while once there are `limit` failures. The wait is one second at
    /// first, and doubles with each further failure up to 15 minutes. If a wait ended 15 minutes ago or longer, the
    /// count begins anew (developer guide, "Lockout behavior for failed sign-in attempts").
    mutating func recordFailure(at now: Int64, limit: Int) {
        if waitUntil > 0, now - waitUntil >= Self.maxWait { reset() }
        failures += 1
        guard failures >= limit else { return }
        let wait = Int64(1) << Int64(min(failures - limit, Self.maxDoublings))
        waitUntil = now + min(Self.maxWait, wait)
    }

    /// Resets the count and the wait.
    mutating func reset() { self = Throttle() }
}

/// A code that was sent but not used yet.
struct SentCode: Sendable, Codable {
    let code: String
    /// The attribute that the code was sent to and verifies; empty if no code was really sent.
    let attribute: String
    /// The expiry in seconds since 1970.
    let expiresAt: Int64
    /// The number of wrong codes since it was sent.
    var attempts = 0
}

/// The purpose of a code that was sent to a user.
struct CodePurpose: Sendable {
    let message: PoolMessage.Purpose
    /// The key under which a code for this purpose is stored.
    let key: String

    static let signUp = CodePurpose(message: .signUp, key: "sign-up")
    static let passwordReset = CodePurpose(message: .passwordReset, key: "password-reset")

    static func attribute(_ name: String) -> CodePurpose { CodePurpose(message: .attribute, key: "attribute " + name) }
}
