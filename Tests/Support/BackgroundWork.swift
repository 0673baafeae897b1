/// Work beside a test. Nobody waits longer for it than the task that waits lasts, and it is cancelled when it is let go.
package final class BackgroundWork<Value: Sendable>: Sendable {
    private let task: Task<Value, Never>
    private let end: AsyncStream<Never>

    /// Begins the work.
    package init(_ work: @escaping @Sendable () async -> Value) {
        let (end, continuation) = AsyncStream.makeStream(of: Never.self)
        self.end = end
        task = Task {
            defer { continuation.finish() }
            return await work()
        }
    }

    deinit { task.cancel() }

    /// Cancels the work; whether it ends is its own matter.
    package func cancel() { task.cancel() }

    /// The result of the work.
    ///
    /// This waits for the stream's end, since a wait for `task` would outlast the waiter's cancellation. The result comes
    /// from `task`, since the thread sanitizer does not see how a stream passes a value to whoever waits for it.
    /// - Throws: `CancellationError` if the task that waits is cancelled first.
    package var value: Value {
        get async throws {
            for await _ in end {}
            try Task.checkCancellation()
            return await task.value
        }
    }
}
