import FlowCore

/// How a wait of the runner ended.
enum WaitOutcome: Sendable {
    /// The request has completed.
    case replied(FlowReply)
    case worked(Result<FlowHandlerOutputs, FlowHandlerFailure>)
    /// The host has received the notification.
    case notified
    /// The journal has recorded the session, or reported a failure.
    case recorded(FlowHandlerFailure?)
    /// The limit passed first.
    case expired
    /// The waiting task was canceled first.
    case cancelled
    /// Another event replaced the one in progress first.
    case superseded
}

/// A pending wait for a request, a handler, a notification or the journal.
struct Waiting {
    /// The number that distinguishes this wait from earlier ones, whose results are late.
    let ticket: Int
    let continuation: CheckedContinuation<WaitOutcome, Never>
    let work: Task<Void, Never>
    /// The task that ends the wait when its limit passes; nil if the wait has no limit.
    let limit: Task<Void, Never>?
}

extension FlowRunner {
    /// Runs `work` with a timeout, and waits for its result.
    ///
    /// The wait also ends if this task is canceled (`endsIfCancelled`), or if another event replaces the current one.
    /// The work runs in its own task, so that the wait ends even if the work never does.
    /// - Parameters:
    ///   - limit: the longest wait; nil means no limit.
    ///   - evenIfCancelled: whether the work starts although this task is already canceled.
    ///   - endsIfCancelled: whether the wait ends if this task is canceled.
    ///   - drop: receives an outcome that this function does not return. Runs in its own task.
    ///   - work: computes the result.
    /// - Returns: the result of the work, or why the wait ended without it.
    func wait(
        limit: Duration?, evenIfCancelled: Bool = false, endsIfCancelled: Bool = true,
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
            // The end of the wait has canceled this task, so another task drops the late result.
            Task { await drop(outcome) }
        }
        let timer = limit.map { startLimit($0, of: ownTicket) }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting = Waiting(ticket: ownTicket, continuation: continuation, work: worker, limit: timer)
            }
        } onCancel: {
            if endsIfCancelled { Task { await self.endWait(ownTicket, with: .cancelled) } }
        }
        guard ownEpoch == epoch else {
            // Another event replaced this one after the wait had ended, but before this task continued.
            Task { await drop(outcome) }
            return .superseded
        }
        return outcome
    }

    /// Runs `work`, which must end by itself, in this task, and returns its result.
    /// - Parameters:
    ///   - evenIfCancelled: whether the work starts, and its result counts, although this task is canceled.
    ///   - work: computes the result.
    /// - Returns: the result of the work, or that this task was canceled or another event replaced the one in progress.
    func waitInTask(evenIfCancelled: Bool, for work: () async -> WaitOutcome) async -> WaitOutcome {
        if Task.isCancelled, !evenIfCancelled { return .cancelled }
        let ownEpoch = epoch
        let outcome = await work()
        guard ownEpoch == epoch else { return .superseded }
        return Task.isCancelled && !evenIfCancelled ? .cancelled : outcome
    }

    /// Starts and returns a task that ends the wait with this ticket when the limit passes.
    private func startLimit(_ limit: Duration, of ticket: Int) -> Task<Void, Never> {
        Task { [weak self, clock] in
            guard (try? await clock.sleep(until: clock.now.advanced(by: limit), tolerance: nil)) != nil else { return }
            await self?.endWait(ticket, with: .expired)
        }
    }

    /// Ends the wait that has this ticket with an outcome. Cancels the work and the time limit of the wait.
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

/// The timer of the presented step.
struct StepTimer<C: Clock> {
    /// The number that distinguishes this timer from earlier ones, which may still fire.
    let number: Int
    /// The task that sleeps until the deadline, then applies the event `timeout`.
    let sleep: Task<Void, Never>
    /// The callers of `expiry()` that are waiting.
    var watchers: [Int: CheckedContinuation<FlowStep?, Never>] = [:]
}

extension FlowRunner {
    /// The time until the presented step expires; nil if the step has no time limit, or if the flow presents no step.
    public var timeLeft: Duration? { deadline.map { max(.zero, clock.now.duration(to: $0)) } }

    /// Waits until the presented step times out.
    ///
    /// The runner enforces the time limit even if no task waits for it.
    /// - Returns: the step that the timeout entered, or the refusal if the flow refuses `timeout`. The result is nil if
    ///   the step has no time limit, if the limit has not passed and the runner has no timer
    ///   (``FlowRunnerLimits/hasStepTimer``), if another event is in progress or follows, or if the task is canceled.
    public func expiry() async -> FlowStep? {
        if let step = takeUndeliveredStep() { return step }
        guard let deadline, !isWorking else { return nil }
        if deadline <= clock.now { return await process(.command(HostEvent.timeout)) }
        // The task that starts the timer of a resumed session may not have run yet.
        startFirstTimer()
        guard timer != nil else { return nil }
        ticket += 1
        let ownTicket = ticket
        return await withTaskCancellationHandler {
            await withCheckedContinuation { timer?.watchers[ownTicket] = $0 }
        } onCancel: {
            Task { await self.endExpiryWait(ownTicket) }
        }
    }

    /// Returns the step that a timeout has entered and no caller has received; nil if there is none, or if an event
    /// is in progress.
    ///
    /// The step then counts as received.
    func takeUndeliveredStep() -> FlowStep? {
        guard !isWorking else { return nil }
        defer { undeliveredStep = nil }
        return undeliveredStep
    }

    /// Starts the timer for the step that a restored session presents.
    ///
    /// If the limit has already passed, there is no timer, so that the host sees the step. The next event then becomes
    /// `timeout`.
    func startFirstTimer() {
        guard timer == nil, !isWorking, let deadline, deadline > clock.now else { return }
        startTimer(until: deadline)
    }

    /// Starts a timer that applies the event `timeout` to the presented step at `deadline`, if the runner has timers.
    func startTimer(until deadline: C.Instant) {
        guard limits.hasStepTimer else { return }
        ticket += 1
        let number = ticket
        let sleep = Task { [weak self, clock] in
            guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
            await self?.applyTimeout(ofTimer: number)
        }
        timer = StepTimer(number: number, sleep: sleep)
    }

    /// Stops the timer, and ends all calls of `expiry()` with nil.
    func stopTimer() {
        timer?.sleep.cancel()
        for watcher in (timer?.watchers ?? [:]).values { watcher.resume(returning: nil) }
        timer = nil
    }

    /// Ends the call of `expiry()` that has this ticket. The call returns nil.
    private func endExpiryWait(_ ticket: Int) {
        timer?.watchers.removeValue(forKey: ticket)?.resume(returning: nil)
    }

    /// Applies the event `timeout`, unless the timer with this number was stopped.
    ///
    /// All calls of `expiry()` return the step. If there are none, the runner keeps the step for the next event.
    private func applyTimeout(ofTimer number: Int) async {
        guard let timer, timer.number == number, !isWorking else { return }
        // This task continues the flow, so it must not cancel itself.
        self.timer = nil
        let step = await process(.command(HostEvent.timeout), isOfTimer: true)
        if timer.watchers.isEmpty, step.refusal == nil { undeliveredStep = step }
        for watcher in timer.watchers.values { watcher.resume(returning: step) }
    }
}

/// Time limits for requests, handlers, notifications and the journal.
public struct FlowRunnerLimits: Sendable {
    /// How long a request may take; nil means no limit.
    ///
    /// When this limit expires, the flow receives the error `no-answer`. The runner discards a later reply
    /// (``FlowService/discard(_:to:)``).
    public var call: Duration?
    /// How long a handler may take; nil means no limit. A handler that asks the user needs more time than one that
    /// computes.
    ///
    /// When this limit expires, the flow receives the failure `no-result`. The runner ignores a later result.
    public var handler: Duration?

    /// How long the flow waits for `notify`, or for a journal without its own limits; nil means no limit.
    ///
    /// When this limit expires during a notification, the flow continues. When it expires before the journal has
    /// answered, the journal has failed as `no-record` (``FlowJournal``).
    public var notification: Duration?

    /// How long a cancellation waits for a journal without its own limits; nil means no limit.
    ///
    /// When this limit expires, the journal has failed as `no-record` (``FlowJournal``). The journal may still record
    /// the cancellation, and the host can cancel again.
    public var cancellation: Duration?

    /// Whether the runner itself applies the event `timeout` when the time limit of a step passes; true by default.
    ///
    /// If false, the runner starts no timer, and the next event other than a start applies the timeout. Set it to false
    /// if a runner exists for one event only.
    public var hasStepTimer = true

    /// Creates time limits for a runner.
    ///
    /// The defaults are one minute for a request, five minutes for a handler, ten seconds for a notification, and 750
    /// milliseconds for the journal of a cancellation.
    public init(
        call: Duration? = .seconds(60), handler: Duration? = .seconds(300), notification: Duration? = .seconds(10),
        cancellation: Duration? = .milliseconds(750)
    ) {
        self.call = call
        self.handler = handler
        self.notification = notification
        self.cancellation = cancellation
    }
}
