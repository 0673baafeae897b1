import FlowCore

/// What a wait came to.
enum WaitOutcome: Sendable {
    case replied(FlowReply)
    case worked(Result<FlowHandlerOutputs, FlowHandlerFailure>)
    case told
    /// The journal has recorded the session, or has not.
    case recorded(FlowHandlerFailure?)
    /// The limit passed first.
    case expired
    /// The task that waits was cancelled first.
    case cancelled
    /// Another event took the place of the one at hand first.
    case superseded
}

/// A wait and the work that it is for.
struct Waiting {
    let ticket: Int
    let continuation: CheckedContinuation<WaitOutcome, Never>
    let work: Task<Void, Never>
    let limit: Task<Void, Never>?
}

extension FlowRunner {
    /// Waits for work, but no longer than `limit`, until this task is cancelled, or until another event takes its place; what
    /// comes first ends the wait. The work runs in a task of its own, so that even work which never ends lets the wait end.
    /// - Parameters:
    ///   - limit: how long; without it, for ever.
    ///   - evenIfCancelled: whether the work begins in a cancelled task, too.
    ///   - drop: takes what came of the work if nobody waited for it any more; in a task of its own.
    ///   - work: the work.
    /// - Returns: what the wait came to.
    func wait(
        limit: Duration?, evenIfCancelled: Bool = false,
        droppingLate drop: @escaping @Sendable (WaitOutcome) async -> Void = { _ in },
        for work: @escaping @Sendable () async -> WaitOutcome
    ) async -> WaitOutcome {
        if Task.isCancelled, !evenIfCancelled { return .cancelled }
        ticket += 1
        let mine = ticket
        let mineEpoch = epoch
        let worker = Task { [weak self] in
            let outcome = await work()
            guard await self?.finish(mine, outcome) != true else { return }
            // This task is cancelled by now.
            Task { await drop(outcome) }
        }
        let timer = limit.map { limit in
            Task { [weak self, clock] in
                guard (try? await clock.sleep(until: clock.now.advanced(by: limit), tolerance: nil)) != nil else {
                    return
                }
                await self?.finish(mine, .expired)
            }
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting = Waiting(ticket: mine, continuation: continuation, work: worker, limit: timer)
            }
        } onCancel: {
            Task { await self.finish(mine, .cancelled) }
        }
        guard mineEpoch == epoch else {
            // Another event came between the end of the wait and this line.
            Task { await drop(outcome) }
            return .superseded
        }
        return outcome
    }

    /// Ends the wait of that number, if it still lasts.
    /// - Returns: whether it did.
    @discardableResult
    func finish(_ number: Int, _ outcome: WaitOutcome) -> Bool {
        guard let waiting, waiting.ticket == number else { return false }
        self.waiting = nil
        waiting.work.cancel()
        waiting.limit?.cancel()
        waiting.continuation.resume(returning: outcome)
        return true
    }
}
