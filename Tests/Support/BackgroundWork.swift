/// Work beside a test. Nobody waits longer for it than the task that waits lasts, and it is cancelled when it is let go.
package final class BackgroundWork<Value: Sendable>: Sendable {
    private let task: Task<Void, Never>
    private let results: AsyncStream<Value>

    /// Begins the work.
    package init(_ work: @escaping @Sendable () async -> Value) {
        let (results, continuation) = AsyncStream.makeStream(of: Value.self)
        self.results = results
        task = Task {
            continuation.yield(await work())
            continuation.finish()
        }
    }

    deinit { task.cancel() }

    /// Cancels the work; whether it ends is its own matter.
    package func cancel() { task.cancel() }

    /// What the work gives, told once.
    ///
    /// Not the task's own value: the wait for that one outlasts the cancellation of who waits.
    /// - Throws: `CancellationError` if the task that waits is cancelled first.
    package var value: Value {
        get async throws {
            for await result in results { return result }
            throw CancellationError()
        }
    }
}
