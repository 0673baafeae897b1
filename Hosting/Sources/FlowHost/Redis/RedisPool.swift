import Foundation
import Synchronization

/// A few connections to Redis. Each has a thread, so that no task of Swift's cooperative pool blocks.
///
/// A command waits for a free connection no longer than Redis may take for a command. If a connection fails, all
/// commands that wait fail with it: they would wait for the same server.
final class RedisPool: Sendable {
    private let queue: JobQueue

    /// Creates a pool, which opens its connections with the first commands.
    init(_ settings: RedisSettings) {
        queue = JobQueue(limit: settings.commandLimit)
        let started = (0..<max(1, settings.connections)).filter { _ in RedisWorker(queue, settings).start() }
        // Without a thread, commands fail at once.
        if started.isEmpty { queue.close() }
    }

    deinit { queue.close() }

    /// Ends the threads and their connections. Commands fail from now on.
    func close() { queue.close() }

    /// Carries out a command.
    /// - Parameter command: the arguments, from the time by the clock of Redis at which the host stops waiting.
    /// - Returns: the reply.
    /// - Throws: ``RedisFailure``.
    func perform(_ command: @escaping @Sendable (_ deadline: Int64) -> [[UInt8]]) async throws(RedisFailure)
        -> RedisReply
    {
        let result = await withCheckedContinuation { continuation in
            queue.add(Job(command: command, addedAt: UptimeClock.milliseconds, continuation: continuation))
        }
        return try result.get()
    }
}

/// A command, and who waits for its reply.
private struct Job: Sendable {
    let command: @Sendable (_ deadline: Int64) -> [[UInt8]]
    let addedAt: Int64
    let continuation: CheckedContinuation<Result<RedisReply, RedisFailure>, Never>
}

/// The commands that wait for a connection.
private final class JobQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [Job] = []
    private var first = 0
    private var isClosed = false
    private let limit: Int64

    init(limit: Duration) { self.limit = limit.wholeMilliseconds }

    func add(_ job: Job) {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { return job.continuation.resume(returning: .failure(.noConnection)) }
        jobs.append(job)
        condition.signal()
    }

    /// Returns the next command, and waits for it. The result is nil if the queue was closed.
    func next() -> Job? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            while first < jobs.count {
                let job = jobs[first]
                first += 1
                if first == jobs.count || first > 1024 {
                    jobs.removeFirst(first)
                    first = 0
                }
                if UptimeClock.milliseconds - job.addedAt <= limit { return job }
                job.continuation.resume(returning: .failure(.late))
            }
            if isClosed { return nil }
            condition.wait()
        }
    }

    /// Ends all commands that wait with a failure.
    func failAll(_ failure: RedisFailure) {
        condition.lock()
        defer { condition.unlock() }
        for job in jobs[first...] { job.continuation.resume(returning: .failure(failure)) }
        jobs = []
        first = 0
    }

    func close() {
        failAll(.noConnection)
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}

/// A thread with a connection.
private final class RedisWorker: Sendable {
    private let queue: JobQueue
    private let settings: RedisSettings

    init(_ queue: JobQueue, _ settings: RedisSettings) {
        self.queue = queue
        self.settings = settings
    }

    /// Starts a POSIX thread, which ends when the queue is closed. Foundation's `Thread` does not report a failure.
    /// - Returns: whether the thread has started.
    func start() -> Bool {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let worker = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { context in
                #if canImport(Darwin)
                    Unmanaged<RedisWorker>.fromOpaque(context).takeRetainedValue().run()
                #else
                    if let context { Unmanaged<RedisWorker>.fromOpaque(context).takeRetainedValue().run() }
                #endif
                return nil
            }, worker.toOpaque())
        guard code == 0 else {
            worker.release()
            return false
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
        return true
    }

    private func run() {
        // Otherwise, a write to a connection that Redis has closed ends the process (SIGPIPE).
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        var connection: RedisConnection?
        while let job = queue.next() {
            do throws(RedisFailure) {
                if connection?.isStale ?? true { connection = try RedisConnection(settings) }
                guard let open = connection else { throw .noConnection }
                let deadline = UptimeClock.milliseconds + settings.commandLimit.wholeMilliseconds + open.offset
                job.continuation.resume(returning: .success(try open.perform(job.command(deadline))))
            } catch {
                job.continuation.resume(returning: .failure(error))
                // The clock of Redis has moved, or Redis was stopped: the next connection reads its time again.
                if error == .refused("LATE") { connection = nil }
                if case .refused = error { continue }
                connection = nil
                queue.failAll(error)
            }
        }
    }
}
