import FlowCore

/// The time of one presented step.
struct StepTimer<C: Clock> {
    let number: Int
    let sleep: Task<Void, Never>
    /// Those who wait for it to be over.
    var watchers: [Int: CheckedContinuation<FlowStep?, Never>] = [:]
}

extension FlowRunner {
    /// Waits until the presented step's time is over and gives the step that the flow goes on to. The time passes whether or not anybody
    /// waits here.
    /// - Returns: nil if the step has no time limit, if something else happened before, or if the task was cancelled.
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

    /// The step that the flow went to when time was over, if nobody has got it yet.
    func takeUntold() -> FlowStep? {
        defer { untold = nil }
        return untold
    }

    /// Keeps the time of the step that a session was restored at. Where it is over already, the next event ends the step, so that whoever
    /// goes on with it sees it first.
    func watchFirst() {
        guard timer == nil, !isWorking, let deadline, deadline > clock.now else { return }
        watch(deadline)
    }

    /// Keeps the time of the step that stands.
    func watch(_ deadline: C.Instant) {
        ticket += 1
        let number = ticket
        let sleep = Task { [weak self, clock] in
            guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
            await self?.timeIsOver(number)
        }
        timer = StepTimer(number: number, sleep: sleep)
    }

    /// The step was answered, or given up: its time does not count any more.
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
        // This task goes on with the flow: it must not cancel itself.
        self.timer = nil
        let step = await take(.command(HostEvent.timeout))
        if timer.watchers.isEmpty, step.refusal == nil { untold = step }
        for watcher in timer.watchers.values { watcher.resume(returning: step) }
    }
}
