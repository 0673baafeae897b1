import Foundation

/// Serializes the calls of a blocking ``SecretStore`` on a separate thread, outside Swift's cooperative pool.
///
/// All users of a store share one queue. A store that never returns blocks only the thread of its queue. Callers have
/// a timeout, and the queue drops operations that have not started by then.
package final class SecretStoreQueue: Sendable {
    /// The default timeout of callers, in seconds.
    package static let usualSeconds = 10.0
    /// Seconds that a caller still waits after its task was cancelled. A responsive store can thus finish a cancelled
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

    /// A weak reference to a queue, which lives only while it is used.
    private final class Reference: @unchecked Sendable {
        private(set) weak var queue: SecretStoreQueue?
        /// The queue's id, which stays known after the queue is released.
        let id: ObjectIdentifier

        /// Creates a reference to a queue.
        init(_ queue: SecretStoreQueue) {
            self.queue = queue
            id = ObjectIdentifier(queue)
        }
    }

    /// The queues in use, by store.
    private static let all = Locked<[ObjectIdentifier: Reference]>([:])
    /// Runs the timeouts. It never blocks.
    private static let timers = DispatchQueue(label: "secret-store-timers")

    package let store: any SecretStore
    private let thread = DispatchQueue(label: "secret-store")
    private let jobs = Locked(Jobs())

    /// Creates the queue of a store. Use ``of(_:)``, since users of a store must share its queue.
    private init(_ store: any SecretStore) {
        self.store = store
    }

    deinit {
        let id = ObjectIdentifier(store)
        Self.all.withLock { all in
            // Another caller may meanwhile have created a new queue for the store. Do not touch it: releasing it here
            // would deadlock.
            if all[id]?.id == ObjectIdentifier(self) { all[id] = nil }
        }
    }

    /// Returns the queue that all users of a store share, and creates it if necessary.
    package static func of(_ store: any SecretStore) -> SecretStoreQueue {
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
    ///   - isOwed: whether to run the operation however late, since its data cannot be obtained again.
    ///   - undo: reverts, on the queue, an operation that finished after its caller had stopped waiting.
    ///   - operation: calls the store.
    /// - Returns: the operation's result.
    /// - Throws: ``SecretStoreFailure``; `unavailable` on a timeout, or if the caller's task is cancelled first. The
    ///   operation is then dropped, or takes effect late.
    package func run<Value: Sendable>(
        within seconds: Double = usualSeconds, isOwed: Bool = false,
        undoingLate undo: @escaping @Sendable (Value) -> Void = { _ in },
        _ operation: @escaping @Sendable () throws(SecretStoreFailure) -> Value
    ) async throws(SecretStoreFailure) -> Value {
        let call = SecretStoreCall<Value>()
        enqueue(operation, for: call, isOwed: isOwed, undoingLate: undo)
        scheduleTimeout(of: call, isOwed: isOwed, after: seconds)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in call.whenEnded { continuation.resume(returning: $0) } }
        } onCancel: {
            scheduleTimeout(of: call, isOwed: isOwed, after: Self.secondsAfterCancellation)
        }
        return try result.get()
    }

    /// Runs an operation, however late, while the caller's thread blocks.
    ///
    /// The synchronous API of the emulated SDKs needs this.
    /// - Parameters:
    ///   - seconds: the caller's timeout.
    ///   - operation: calls the store.
    /// - Returns: the operation's result.
    /// - Throws: ``SecretStoreFailure``; `unavailable` on a timeout. The operation then takes effect late.
    package func runBlocking<Value: Sendable>(
        within seconds: Double = usualSeconds, _ operation: @escaping @Sendable () throws(SecretStoreFailure) -> Value
    ) throws(SecretStoreFailure) -> Value {
        let call = SecretStoreCall<Value>()
        let done = DispatchSemaphore(value: 0)
        let result = Locked<Result<Value, SecretStoreFailure>>(.failure(.timedOut))
        call.whenEnded { value in
            result.withLock { $0 = value }
            done.signal()
        }
        enqueue(operation, for: call, isOwed: true, undoingLate: { _ in })
        // On a timeout, `result` still contains the failure that it was created with.
        _ = done.wait(timeout: .now() + seconds)
        return try result.now.get()
    }

    /// Queues an operation, and starts the thread unless it is running.
    ///
    /// The parameters are those of ``run(within:isOwed:undoingLate:_:)``. `call` receives the result.
    private func enqueue<Value>(
        _ operation: @escaping @Sendable () throws(SecretStoreFailure) -> Value, for call: SecretStoreCall<Value>,
        isOwed: Bool, undoingLate undo: @escaping @Sendable (Value) -> Void
    ) {
        let job = Job(id: ObjectIdentifier(call)) {
            guard isOwed || !call.hasEnded else { return }
            let result = Result(catching: operation)
            if !call.end(result), case .success(let value) = result { undo(value) }
        }
        let isIdle = jobs.withLock { jobs in
            jobs.waiting.append(job)
            defer { jobs.isRunning = true }
            return !jobs.isRunning
        }
        if isIdle { thread.async { while let job = self.takeJob() { job.run() } } }
    }

    /// Takes the next job from the queue.
    /// - Returns: nil if the queue is empty; the thread then counts as stopped.
    private func takeJob() -> Job? {
        jobs.withLock { jobs in
            jobs.isRunning = !jobs.waiting.isEmpty
            return jobs.isRunning ? jobs.waiting.removeFirst() : nil
        }
    }

    /// Ends a call as failed after some seconds, unless it has ended by then.
    ///
    /// Unless the operation is owed, it leaves the queue, which releases its values, such as tokens.
    private func scheduleTimeout<Value>(of call: SecretStoreCall<Value>, isOwed: Bool, after seconds: Double) {
        Self.timers.asyncAfter(deadline: .now() + seconds) { [weak self, weak call] in
            guard let call, call.end(.failure(.timedOut)), !isOwed else { return }
            self?.jobs.withLock { $0.waiting.removeAll { $0.id == ObjectIdentifier(call) } }
        }
    }
}

extension SecretStoreFailure {
    /// The store did not respond in time.
    static let timedOut = unavailable("the store did not respond in time")
}
