import FlowCompiler
import FlowRuntime

/// Notices when the time limit of a step expires while the user is typing.
struct ExpiryWatch: Sendable {
    private let entered: Guarded<FlowStep?>
    private let task: Task<Void, Never>

    /// Watches the step that a runner presents.
    /// - Parameters:
    ///   - runner: the runner, which waits for an answer.
    ///   - announce: tells the user that the time is up.
    init(_ runner: FlowRunner<ContinuousClock>, announce: @escaping @Sendable () -> Void) {
        let entered = Guarded(FlowStep?.none)
        self.entered = entered
        task = Task {
            guard let step = await runner.expiry() else { return }
            entered.withLock { $0 = step }
            announce()
        }
    }

    /// The step that the timeout has entered, or nil if the limit has not expired.
    var enteredStep: FlowStep? { entered.withLock { $0 } }

    /// Ends the watch, and returns the step that the timeout has entered; nil if the limit has not expired.
    func stop() async -> FlowStep? {
        task.cancel()
        await task.value
        return enteredStep
    }
}
