import FlowCore

/// What a wait came to.
enum WaitOutcome: Sendable {
    case replied(FlowReply)
    case worked(Result<FlowHandlerOutputs, FlowHandlerFailure>)
    case told
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
    func wait(
        limit: Duration?, evenIfCancelled: Bool = false, for work: @escaping @Sendable () async -> WaitOutcome
    ) async -> WaitOutcome {
        if Task.isCancelled, !evenIfCancelled { return .cancelled }
        ticket += 1
        let mine = ticket
        let mineEpoch = epoch
        let worker = Task { [weak self] in
            let outcome = await work()
            await self?.finish(mine, outcome)
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
        // Another event may have come between the end of the wait and this line.
        return mineEpoch == epoch ? outcome : .superseded
    }

    /// Ends the wait of that number, if it still lasts.
    func finish(_ number: Int, _ outcome: WaitOutcome) {
        guard let waiting, waiting.ticket == number else { return }
        self.waiting = nil
        waiting.work.cancel()
        waiting.limit?.cancel()
        waiting.continuation.resume(returning: outcome)
    }
}
