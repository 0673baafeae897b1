import Foundation

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock, @unchecked Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let lock = NSLock()
    private var time = Instant(offset: .zero)
    private var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    private var cancelled: Set<Int> = []
    private var count = 0

    /// Creates a clock at zero.
    package init() {}

    package var now: Instant { lock.withLock { time } }
    package var minimumResolution: Duration { .zero }
    /// Waits until so many sleep.
    package func sleepers(_ count: Int) async throws {
        try await until { self.lock.withLock { self.sleepers.count } >= count }
    }

    /// Waits until nobody sleeps.
    package func noSleepers() async throws { try await until { self.lock.withLock { self.sleepers.isEmpty } } }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = lock.withLock {
            count += 1
            return count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = lock.withLock { () -> Bool? in
                    if cancelled.contains(number) { return nil }
                    if deadline <= time { return true }
                    sleepers[number] = (deadline, continuation)
                    return false
                }
                if isOver == nil { continuation.resume(throwing: CancellationError()) }
                if isOver == true { continuation.resume() }
            }
        } onCancel: {
            let sleeper = lock.withLock {
                cancelled.insert(number)
                return sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the time and wakes who waited for it.
    package func advance(by duration: Duration) {
        let due = lock.withLock {
            time = time.advanced(by: duration)
            let due = sleepers.filter { $0.value.until <= time }
            for number in due.keys { sleepers[number] = nil }
            return due
        }
        for sleeper in due.values { sleeper.continuation.resume() }
    }
}
