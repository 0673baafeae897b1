import Synchronization

/// A promise of a reply: the first call of ``resolve(_:)`` wins, and one task can wait.
final class FirstReply: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<StepReply, Never>)
        case resolved(StepReply)
    }

    private let state = Mutex(State.open)

    /// Resolves the promise, unless it is already resolved.
    func resolve(_ reply: StepReply) {
        let waiter = state.withLock { state -> CheckedContinuation<StepReply, Never>? in
            defer { if case .resolved = state {} else { state = .resolved(reply) } }
            if case .waiting(let waiter) = state { return waiter }
            return nil
        }
        waiter?.resume(returning: reply)
    }

    /// The reply, which one task may wait for.
    var value: StepReply {
        get async {
            await withCheckedContinuation { continuation in
                let reply = state.withLock { state -> StepReply? in
                    if case .resolved(let reply) = state { return reply }
                    state = .waiting(continuation)
                    return nil
                }
                if let reply { continuation.resume(returning: reply) }
            }
        }
    }
}
