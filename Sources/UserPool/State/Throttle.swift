/// Slows down who tries passwords.
struct Throttle: Sendable, Codable {
    private var failures = 0
    /// Seconds since 1970 until which no password is taken.
    private var waitUntil: Int64 = 0

    /// Whether passwords are not even looked at now.
    func isClosed(at now: Int64) -> Bool { now < waitUntil }

    /// Counts a wrong password: from `limit` on, one second, then twice as long each time, up to 15 minutes (developer guide,
    /// "Lockout behavior for failed sign-in attempts").
    mutating func fail(at now: Int64, limit: Int) {
        failures += 1
        guard failures >= limit else { return }
        waitUntil = now + min(900, Int64(1) << Int64(min(failures - limit, 10)))
    }

    /// Forgets what was counted.
    mutating func succeed() { self = Throttle() }
}
