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

/// How long work takes, without the time for which other tests hold all threads.
package func ownTime(of work: () async -> Void) async -> Duration {
    let clock = ContinuousClock()
    async let others = clock.measure { for _ in 0..<3 { await Task.detached {}.value } }
    let time = await clock.measure { await work() }
    return await time - others
}

/// Waits for ever, as what hangs does: nothing ends it, not even a cancellation.
package func waitForEver<Value: Sendable>() async -> Value {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Value, Never>) in
        Task { await Hanging.shared.add(continuation) }
    }
}

/// All that waits for ever, kept: what nobody knows any more is a leak.
private actor Hanging {
    static let shared = Hanging()
    private var all: [any Sendable] = []

    func add(_ continuation: any Sendable) { all.append(continuation) }
}
