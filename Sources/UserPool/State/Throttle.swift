/// Delays further attempts after failures.
struct Throttle: Sendable, Codable {
    private var failures = 0
    /// Until when attempts are rejected, in seconds since 1970.
    private var waitUntil: Int64 = 0

    /// Whether attempts are currently rejected.
    func isClosed(at now: Int64) -> Bool { now < waitUntil }

    /// Counts a failure.
    ///
    /// From `limit` on the delay is one second, and doubles each time up to 15 minutes (developer guide, "Lockout
    /// behavior for failed sign-in attempts").
    mutating func fail(at now: Int64, limit: Int) {
        failures += 1
        guard failures >= limit else { return }
        waitUntil = now + min(900, Int64(1) << Int64(min(failures - limit, 10)))
    }

    /// Resets the count.
    mutating func succeed() { self = Throttle() }
}
