/// Rejects attempts for a while after repeated failures.
struct Throttle: Sendable, Codable {
    /// The longest wait in seconds.
    private static let maxWait: Int64 = 900
    /// The number of doublings after which the wait exceeds ``maxWait``.
    private static let maxDoublings = 10

    private var failures = 0
    /// The time until which attempts are rejected, in seconds since 1970.
    private var waitUntil: Int64 = 0

    /// Returns whether attempts are currently rejected.
    func isBlocking(at now: Int64) -> Bool { now < waitUntil }

    /// Counts a failure, and rejects attempts for a while once there are `limit` failures.
    ///
    /// The wait is one second at first, and doubles with each further failure up to 15 minutes (developer guide,
    /// "Lockout behavior for failed sign-in attempts").
    mutating func recordFailure(at now: Int64, limit: Int) {
        failures += 1
        guard failures >= limit else { return }
        let wait = Int64(1) << Int64(min(failures - limit, Self.maxDoublings))
        waitUntil = now + min(Self.maxWait, wait)
    }

    /// Resets the count and the wait.
    mutating func reset() { self = Throttle() }
}
