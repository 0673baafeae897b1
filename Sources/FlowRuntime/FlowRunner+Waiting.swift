import FlowCore

/// The result of a wait.
enum WaitOutcome: Sendable {
    /// The request has completed.
    case replied(FlowReply)
    /// The handler has finished.
    case worked(Result<FlowHandlerOutputs, FlowHandlerFailure>)
    /// The host has received the notification.
    case notified
    /// The journal has recorded the session, or reported a failure.
    case recorded(FlowHandlerFailure?)
    /// The limit passed first.
    case expired
    /// The waiting task was cancelled first.
    case cancelled
    /// Another event replaced the one in progress first.
    case superseded
}

/// A wait and the task that it waits for.
struct Waiting {
    let ticket: Int
    /// Resumes the waiting task with the outcome.
    let continuation: CheckedContinuation<WaitOutcome, Never>
    let work: Task<Void, Never>
    /// Ends the wait when its time has passed; nil if it has no limit.
    let limit: Task<Void, Never>?
}

extension FlowRunner {
    /// Runs `work` with a timeout, and waits for its result.
    ///
    /// The wait also ends if this task is cancelled, or if another event replaces the one in progress. The work runs in
    /// its own task, so that the wait ends even if the work never does.
    /// - Parameters:
    ///   - limit: the longest wait; nil means no limit.
    ///   - evenIfCancelled: whether the work starts although this task is already cancelled.
    ///   - drop: receives a result that comes after the wait has ended. It runs in its own task.
    ///   - work: computes the result.
    /// - Returns: the result of the work, or why the wait ended without it.
    func wait(
        limit: Duration?, evenIfCancelled: Bool = false,
        droppingLate drop: @escaping @Sendable (WaitOutcome) async -> Void = { _ in },
        for work: @escaping @Sendable () async -> WaitOutcome
    ) async -> WaitOutcome {
        if Task.isCancelled, !evenIfCancelled { return .cancelled }
        ticket += 1
        let ownTicket = ticket
        let ownEpoch = epoch
        let worker = Task { [weak self] in
            let outcome = await work()
            guard await self?.endWait(ownTicket, with: outcome) != true else { return }
            // The end of the wait has cancelled this task, so another task drops the late result.
            Task { await drop(outcome) }
        }
        let timer = limit.map { startLimit($0, of: ownTicket) }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting = Waiting(ticket: ownTicket, continuation: continuation, work: worker, limit: timer)
            }
        } onCancel: {
            Task { await self.endWait(ownTicket, with: .cancelled) }
        }
        guard ownEpoch == epoch else {
            // Another event came after the wait had ended, but before this task continued.
            Task { await drop(outcome) }
            return .superseded
        }
        return outcome
    }

    /// Starts and returns a task that ends the wait with this ticket when the limit passes.
    private func startLimit(_ limit: Duration, of ticket: Int) -> Task<Void, Never> {
        Task { [weak self, clock] in
            guard (try? await clock.sleep(until: clock.now.advanced(by: limit), tolerance: nil)) != nil else { return }
            await self?.endWait(ticket, with: .expired)
        }
    }

    /// Ends the wait with this ticket with an outcome, and cancels the wait's work and its limit.
    /// - Returns: false if the wait has already ended, so that the outcome is late.
    @discardableResult
    func endWait(_ ticket: Int, with outcome: WaitOutcome) -> Bool {
        guard let waiting, waiting.ticket == ticket else { return false }
        self.waiting = nil
        waiting.work.cancel()
        waiting.limit?.cancel()
        waiting.continuation.resume(returning: outcome)
        return true
    }
}
