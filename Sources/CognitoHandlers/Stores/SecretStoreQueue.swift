import Foundation

/// Calls one blocking ``SecretStore``, one operation after the other, on a thread outside of Swift's cooperative pool.
///
/// A store has one queue, whoever uses it. A store that never answers holds the thread of its queue and no other. Callers wait for a
/// limited time, and the queue drops what it has not begun by then.
package final class SecretStoreQueue: Sendable {
    /// Seconds that a caller waits for the store unless it says otherwise.
    package static let usualSeconds = 10.0
    /// Seconds that a caller still waits after its task was cancelled. A store that answers still carries out a cancelled task's sign-out.
    private static let secondsAfterCancellation = 0.5

    private struct Job: Sendable {
        let id: ObjectIdentifier
        let run: @Sendable () -> Void
    }

    private struct Jobs: Sendable {
        var waiting: [Job] = []
        var isRunning = false
    }

    /// A queue that lasts only as long as somebody else needs it.
    private final class Reference: @unchecked Sendable {
        private(set) weak var queue: SecretStoreQueue?
        let id: ObjectIdentifier

        init(_ queue: SecretStoreQueue) {
            self.queue = queue
            id = ObjectIdentifier(queue)
        }
    }

    /// The queues in use, by their stores.
    private static let all = Locked<[ObjectIdentifier: Reference]>([:])
    /// Ends waits; nothing on it blocks.
    private static let timers = DispatchQueue(label: "secret-store-timers")

    /// The store.
    package let store: any SecretStore
    private let thread = DispatchQueue(label: "secret-store")
    private let jobs = Locked(Jobs())

    private init(_ store: any SecretStore) {
        self.store = store
    }

    deinit {
        let id = ObjectIdentifier(store)
        Self.all.withLock { all in
            // Somebody may have asked for the store's queue meanwhile. That one is not touched: its end would come here with the lock held.
            if all[id]?.id == ObjectIdentifier(self) { all[id] = nil }
        }
    }

    /// The queue of a store.
    package static func of(_ store: any SecretStore) -> SecretStoreQueue {
        all.withLock { all in
            if let queue = all[ObjectIdentifier(store)]?.queue { return queue }
            let queue = SecretStoreQueue(store)
            all[ObjectIdentifier(store)] = Reference(queue)
            return queue
        }
    }

    /// Carries an operation out while the caller's task waits.
    /// - Parameters:
    ///   - seconds: how long the caller waits.
    ///   - isOwed: whether the operation is carried out however late, since it stores what cannot be had again.
    ///   - undo: takes back, on the queue, what an operation did after its caller had gone.
    ///   - operation: calls the store.
    /// - Returns: what the operation returned.
    /// - Throws: ``SecretStoreFailure``; `unavailable` if the store does not answer in time or before the caller's task is cancelled.
    ///   Then the operation is not begun, or takes effect late.
    package func run<Value: Sendable>(
        within seconds: Double = usualSeconds, isOwed: Bool = false,
        undoingLate undo: @escaping @Sendable (Value) -> Void = { _ in },
        _ operation: @escaping @Sendable () throws(SecretStoreFailure) -> Value
    ) async throws(SecretStoreFailure) -> Value {
        let call = SecretStoreCall<Value>()
        add(call, isOwed, undo, operation)
        giveUp(call, isOwed, after: seconds)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in call.whenEnded { continuation.resume(returning: $0) } }
        } onCancel: {
            giveUp(call, isOwed, after: Self.secondsAfterCancellation)
        }
        return try result.get()
    }

    /// Carries an operation out, however late, while the caller's thread waits.
    ///
    /// This is for the synchronous calls of the SDKs that the styles stand for. They block on purpose, for a limited time.
    /// - Parameters:
    ///   - seconds: how long the caller waits.
    ///   - operation: calls the store.
    /// - Returns: what the operation returned.
    /// - Throws: ``SecretStoreFailure``; `unavailable` if the store does not answer in time. Then the operation takes effect late.
    package func runBlocking<Value: Sendable>(
        within seconds: Double = usualSeconds, _ operation: @escaping @Sendable () throws(SecretStoreFailure) -> Value
    ) throws(SecretStoreFailure) -> Value {
        let call = SecretStoreCall<Value>()
        let done = DispatchSemaphore(value: 0)
        let result = Locked<Result<Value, SecretStoreFailure>>(.failure(.silent))
        call.whenEnded { value in
            result.withLock { $0 = value }
            done.signal()
        }
        add(call, true, { _ in }, operation)
        _ = done.wait(timeout: .now() + seconds)
        return try result.now.get()
    }

    private func add<Value>(
        _ call: SecretStoreCall<Value>, _ isOwed: Bool, _ undo: @escaping @Sendable (Value) -> Void,
        _ operation: @escaping @Sendable () throws(SecretStoreFailure) -> Value
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
        if isIdle { thread.async { while let job = self.next() { job.run() } } }
    }

    private func next() -> Job? {
        jobs.withLock { jobs in
            jobs.isRunning = !jobs.waiting.isEmpty
            return jobs.isRunning ? jobs.waiting.removeFirst() : nil
        }
    }

    /// Ends a wait after a time. What a dropped operation holds, such as tokens, is let go of.
    private func giveUp<Value>(_ call: SecretStoreCall<Value>, _ isOwed: Bool, after seconds: Double) {
        Self.timers.asyncAfter(deadline: .now() + seconds) { [weak self, weak call] in
            guard let call, call.end(.failure(.silent)), !isOwed else { return }
            self?.jobs.withLock { $0.waiting.removeAll { $0.id == ObjectIdentifier(call) } }
        }
    }
}

extension SecretStoreFailure {
    /// The store takes too long.
    static let silent = unavailable("the store does not answer")
}
