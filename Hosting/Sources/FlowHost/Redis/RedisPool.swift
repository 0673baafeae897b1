/// A few connections to Redis, and the threads on which events are played.
final class RedisPool: Sendable {
    /// Plays the tasks of events.
    let executor: RedisExecutor

    /// Creates a pool, which opens its connections with the first commands.
    init(_ settings: RedisSettings) {
        executor = RedisExecutor()
        let started = (0..<max(1, settings.connections)).filter { _ in RedisWorker(executor, settings).start() }
        // Without a thread, commands fail at once.
        if started.isEmpty { executor.close() }
    }

    deinit { executor.close() }

    /// Ends the threads and their connections. Commands fail from now on.
    func close() { executor.close() }

    /// Carries out a command on a thread of the pool, which blocks until the reply.
    ///
    /// In a task that prefers the pool's executor, this changes no thread.
    /// - Parameter command: creates the command from the time by the clock of Redis at which the host stops waiting.
    /// - Returns: the reply.
    /// - Throws: ``RedisFailure``.
    func perform(_ command: @Sendable (_ deadline: Int64) -> RedisCommand) async throws(RedisFailure) -> RedisReply {
        if let worker = executor.currentWorker { return try worker.perform(command) }
        return try await withTaskExecutorPreference(executor) { () async throws(RedisFailure) -> RedisReply in
            guard let worker = executor.currentWorker else { throw .noConnection }
            return try worker.perform(command)
        }
    }
}
