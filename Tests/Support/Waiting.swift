/// Waits until something is true, and no longer than the task that waits lasts.
///
/// Looks now and then instead of being told: what waits for a call that never comes cannot be woken, but must end.
/// - Throws: `CancellationError` once the task is cancelled.
package func until(_ isTrue: @Sendable () async -> Bool) async throws {
    while !(await isTrue()) { try await Task.sleep(for: .milliseconds(1)) }
}

/// Lets other tests go on, between two pieces of work that take long together.
///
/// All tests share one thread for each processor: one that computes for a minute without this holds up all others for a minute.
/// - Throws: `CancellationError` once the task is cancelled.
package func giveWay() async throws {
    try Task.checkCancellation()
    await Task.yield()
}
