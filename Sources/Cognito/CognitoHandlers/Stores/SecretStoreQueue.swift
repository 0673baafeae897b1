import Foundation

/// A queue for the calls of a blocking ``SecretStore``, on a thread outside Swift's cooperative pool.
///
/// All users of a store share one queue. A store that never returns blocks only the thread of its queue. Callers have
/// a timeout, and the queue drops operations that have not started by then, unless they must run.
package final class SecretStoreQueue: Sendable {
    /// The default timeout of callers, in seconds.
    private static let defaultSeconds = 10.0
    /// Seconds that a caller still waits after its task was canceled. A responsive store can thus finish a canceled
    /// task's sign-out.
    private static let secondsAfterCancellation = 0.5

    /// A queued operation, with the id of its call.
    private struct Job: Sendable {
        let id: ObjectIdentifier
        let run: @Sendable () -> Void
    }

    /// The operations that have not started, and whether the thread is running.
    private struct Jobs: Sendable {
        var waiting: [Job] = []
        var isRunning = false
    }

    /// A weak reference to a queue, which only the runtime changes. A queue exists only while it is in use.
    private final class Reference: @unchecked Sendable {
        private(set) weak var queue: SecretStoreQueue?
        /// The queue's id, which remains available after the queue is released.
        let id: ObjectIdentifier

        /// Creates a reference that does not keep the queue alive.
        init(_ queue: SecretStoreQueue) {
            self.queue = queue
            id = ObjectIdentifier(queue)
        }
    }

    /// The queues in use, by the identity of their store.
    private static let all = Locked<[ObjectIdentifier: Reference]>([:])
    /// The queue of the timeouts, which never blocks.
    private static let timers = DispatchQueue(label: "secret-store-timers")

    package let store: any SecretStore
    private let thread = DispatchQueue(label: "secret-store")
    private let jobs = Locked(Jobs())

    /// Creates the queue of a store. Use ``shared(for:)``, because users of a store must share its queue.
    private init(_ store: any SecretStore) {
        self.store = store
    }

    deinit {
        let id = ObjectIdentifier(store)
        Self.all.withLock { all in
            // In the meantime, another caller may have created a new queue for the store. Do not touch it: releasing it
            // here would deadlock.
            if all[id]?.id == ObjectIdentifier(self) { all[id] = nil }
        }
    }

    /// Returns the queue that all users of a store share. If there is none, creates the queue.
    package static func shared(for store: any SecretStore) -> SecretStoreQueue {
        all.withLock { all in
            if let queue = all[ObjectIdentifier(store)]?.queue { return queue }
            let queue = SecretStoreQueue(store)
            all[ObjectIdentifier(store)] = Reference(queue)
            return queue
        }
    }

    /// Runs an operation while the caller's task is suspended.
    /// - Parameters:
    ///   - seconds: the caller's timeout.
    ///   - mustRun: whether to run the operation even after the timeout, because its data cannot be obtained again.
    ///   - undo: reverts, on the queue, an operation that finished after its caller had stopped waiting.
    ///   - operation: calls the store.
    /// - Returns: the operation's result.
    /// - Throws: the operation's failure; ``SecretStoreFailure/unavailable(_:)`` on a timeout, or if the operation does
    ///   not finish soon after the caller's task was canceled. The operation is then dropped, unless it has started or
    ///   must run. In these cases it still runs to its end, and `undo` receives its result if it succeeds.
    package func run<Value: Sendable>(
        within seconds: Double = defaultSeconds, mustRun: Bool = false,
        undoingLate undo: @escaping @Sendable (Value) -> Void = { _ in },
        _ operation: @escaping @Sendable () throws(SecretStoreFailure) -> Value
    ) async throws(SecretStoreFailure) -> Value {
        let call = SecretStoreCall<Value>()
        enqueue(operation, for: call, mustRun: mustRun, undoingLate: undo)
        scheduleTimeout(of: call, mustRun: mustRun, after: seconds)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in call.whenEnded { continuation.resume(returning: $0) } }
        } onCancel: {
            scheduleTimeout(of: call, mustRun: mustRun, after: Self.secondsAfterCancellation)
        }
        return try result.get()
    }

    /// Runs an operation while the caller's thread blocks, for the synchronous API of the emulated SDKs.
    /// - Parameters:
    ///   - seconds: the caller's timeout.
    ///   - operation: calls the store.
    /// - Returns: the operation's result.
    /// - Throws: the operation's failure; ``SecretStoreFailure/unavailable(_:)`` on a timeout, after which the
    ///   operation still takes effect.
    func runBlocking<Value: Sendable>(
        within seconds: Double = defaultSeconds, _ operation: @escaping @Sendable () throws(SecretStoreFailure) -> Value
    ) throws(SecretStoreFailure) -> Value {
        let call = SecretStoreCall<Value>()
        let hasEnded = DispatchSemaphore(value: 0)
        let result = Locked<Result<Value, SecretStoreFailure>>(.failure(.timedOut))
        call.whenEnded { value in
            result.withLock { $0 = value }
            hasEnded.signal()
        }
        enqueue(operation, for: call, mustRun: true, undoingLate: { _ in })
        // On a timeout, `result` still contains the failure that it was created with.
        _ = hasEnded.wait(timeout: .now() + seconds)
        return try result.current.get()
    }

    /// Adds an operation to the queue, and starts the thread unless it is running. `call` receives the result.
    ///
    /// The other parameters have the same meaning as in ``run(within:mustRun:undoingLate:_:)``.
    private func enqueue<Value>(
        _ operation: @escaping @Sendable () throws(SecretStoreFailure) -> Value, for call: SecretStoreCall<Value>,
        mustRun: Bool, undoingLate undo: @escaping @Sendable (Value) -> Void
    ) {
        let job = Job(id: ObjectIdentifier(call)) {
            guard mustRun || !call.hasEnded else { return }
            let result = Result(catching: operation)
            if !call.end(result), case .success(let value) = result { undo(value) }
        }
        let wasIdle = jobs.withLock { jobs in
            jobs.waiting.append(job)
            defer { jobs.isRunning = true }
            return !jobs.isRunning
        }
        if wasIdle { thread.async { while let job = self.takeJob() { job.run() } } }
    }

    /// Removes the next job from the queue, and returns it.
    /// - Returns: nil if the queue is empty, after recording that the thread has stopped.
    private func takeJob() -> Job? {
        jobs.withLock { jobs in
            jobs.isRunning = !jobs.waiting.isEmpty
            return jobs.isRunning ? jobs.waiting.removeFirst() : nil
        }
    }

    /// Schedules a timeout, which ends a call as failed unless the call has ended by then.
    ///
    /// The timeout also removes the operation from the queue, unless the operation must run. The removal releases the
    /// values of the operation, such as tokens.
    private func scheduleTimeout<Value>(of call: SecretStoreCall<Value>, mustRun: Bool, after seconds: Double) {
        Self.timers.asyncAfter(deadline: .now() + seconds) { [weak self, weak call] in
            guard let call, call.end(.failure(.timedOut)), !mustRun else { return }
            self?.jobs.withLock { $0.waiting.removeAll { $0.id == ObjectIdentifier(call) } }
        }
    }
}

extension SecretStoreFailure {
    static let timedOut = unavailable("the store did not respond in time")
}

/// A call of one operation of a ``SecretStoreQueue``, for whose result a caller can wait. A call ends exactly once.
private final class SecretStoreCall<Value: Sendable>: Sendable {
    typealias Result = Swift.Result<Value, SecretStoreFailure>

    private enum State: Sendable {
        /// The call has no result, and its caller does not wait yet.
        case open
        /// The caller waits, and the closure receives the result.
        case awaited(@Sendable (Result) -> Void)
        /// The result, until the caller has received it.
        case ended(Result?)
    }

    private let state = Locked(State.open)

    /// Whether the call has a result, so that its caller no longer waits.
    var hasEnded: Bool {
        if case .ended = state.current { return true }
        return false
    }

    /// Calls a closure with the result: immediately if the call has ended, or else when it ends. Call this method only
    /// once.
    func whenEnded(_ then: @escaping @Sendable (Result) -> Void) {
        let result: Result? = state.withLock { state in
            guard case .ended(let result) = state else {
                state = .awaited(then)
                return nil
            }
            state = .ended(nil)
            return result
        }
        if let result { then(result) }
    }

    /// Ends the call with a result, and delivers it if the caller waits.
    /// - Returns: whether the call was open. If it had already ended, the result is dropped.
    func end(_ result: Result) -> Bool {
        let previous = state.withLock { state in
            let previous = state
            switch previous {
            case .open: state = .ended(result)
            case .awaited: state = .ended(nil)
            case .ended: break
            }
            return previous
        }
        switch previous {
        case .open: return true
        case .ended: return false
        case .awaited(let then):
            then(result)
            return true
        }
    }
}
