import FlowCore

/// The timer of a presented step.
struct StepTimer<C: Clock> {
    /// Distinguishes this timer from earlier ones, which may still fire.
    let number: Int
    /// Sleeps until the deadline, then applies the event `timeout`.
    let sleep: Task<Void, Never>
    /// The callers of `expiry()` that are waiting.
    var watchers: [Int: CheckedContinuation<FlowStep?, Never>] = [:]
}

extension FlowRunner {
    /// The time until the presented step expires; nil if it has no time limit, or if the flow presents no step.
    public var timeLeft: Duration? { deadline.map { max(.zero, clock.now.duration(to: $0)) } }

    /// Waits until the presented step times out.
    ///
    /// The runner enforces the time limit even if nobody waits for it.
    /// - Returns: the step that the timeout entered. The result is nil if the presented step has no time limit, if
    ///   another event came first, or if the task was cancelled.
    public func expiry() async -> FlowStep? {
        if let step = takeUndeliveredStep() { return step }
        guard let deadline, !isWorking else { return nil }
        if deadline <= clock.now { return await process(.command(HostEvent.timeout)) }
        guard timer != nil else { return nil }
        ticket += 1
        let ownTicket = ticket
        return await withTaskCancellationHandler {
            await withCheckedContinuation { timer?.watchers[ownTicket] = $0 }
        } onCancel: {
            Task { await self.endExpiryWait(ownTicket) }
        }
    }

    /// Returns the step that a timeout has entered, and marks it as received; nil if a caller has already received it.
    func takeUndeliveredStep() -> FlowStep? {
        defer { undeliveredStep = nil }
        return undeliveredStep
    }

    /// Starts the timer for the step that a restored session presents.
    ///
    /// If the limit has already passed, there is no timer. The next event then times out, so that the host sees the step.
    func startFirstTimer() {
        guard timer == nil, !isWorking, let deadline, deadline > clock.now else { return }
        startTimer(until: deadline)
    }

    /// Starts a timer that applies the event `timeout` to the presented step at `deadline`.
    func startTimer(until deadline: C.Instant) {
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
        let step = await process(.command(HostEvent.timeout))
        if timer.watchers.isEmpty, step.refusal == nil { undeliveredStep = step }
        for watcher in timer.watchers.values { watcher.resume(returning: step) }
    }
}
