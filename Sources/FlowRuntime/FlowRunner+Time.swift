import FlowCore

/// The time limit of one presented step.
struct StepTimer<C: Clock> {
    let number: Int
    let sleep: Task<Void, Never>
    /// The callers of `expiry()` that are waiting.
    var watchers: [Int: CheckedContinuation<FlowStep?, Never>] = [:]
}

extension FlowRunner {
    /// Waits until the presented step times out, and returns the next step. The limit also applies when nobody waits
    /// here.
    /// - Returns: nil if the step has no time limit, if another event came first, or if the task was cancelled.
    public func expiry() async -> FlowStep? {
        if let step = takeUntold() { return step }
        guard let deadline, !isWorking else { return nil }
        if deadline <= clock.now { return await take(.command(HostEvent.timeout)) }
        guard timer != nil else { return nil }
        ticket += 1
        let mine = ticket
        return await withTaskCancellationHandler {
            await withCheckedContinuation { timer?.watchers[mine] = $0 }
        } onCancel: {
            Task { await self.stopWatching(mine) }
        }
    }

    /// Returns the step entered by a timeout, if no caller has received it yet.
    func takeUntold() -> FlowStep? {
        defer { untold = nil }
        return untold
    }

    /// Starts the timer of a restored session's step. If the limit has passed already, the next event ends the step,
    /// so that the host first sees it.
    func watchFirst() {
        guard timer == nil, !isWorking, let deadline, deadline > clock.now else { return }
        watch(deadline)
    }

    /// Starts the timer of the presented step.
    func watch(_ deadline: C.Instant) {
        ticket += 1
        let number = ticket
        let sleep = Task { [weak self, clock] in
            guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
            await self?.timeIsOver(number)
        }
        timer = StepTimer(number: number, sleep: sleep)
    }

    /// Stops the timer: the step was answered or abandoned.
    func stopTimer() {
        timer?.sleep.cancel()
        for watcher in (timer?.watchers ?? [:]).values { watcher.resume(returning: nil) }
        timer = nil
    }

    private func stopWatching(_ number: Int) {
        timer?.watchers.removeValue(forKey: number)?.resume(returning: nil)
    }

    private func timeIsOver(_ number: Int) async {
        guard let timer, timer.number == number, !isWorking else { return }
        // This task continues the flow, so it must not cancel itself.
        self.timer = nil
        let step = await take(.command(HostEvent.timeout))
        if timer.watchers.isEmpty, step.refusal == nil { untold = step }
        for watcher in timer.watchers.values { watcher.resume(returning: step) }
    }
}
