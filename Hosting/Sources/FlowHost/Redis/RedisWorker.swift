import CHiredis
import Dispatch
import Foundation

/// A thread that plays events, with a connection to Redis.
///
/// Only the thread itself uses the members that change.
final class RedisWorker: @unchecked Sendable {
    let executor: RedisExecutor
    private let settings: RedisSettings
    /// How long an event waits for a thread, in nanoseconds, before its commands are late.
    private let limit: Int64
    private let signal = DispatchSemaphore(value: 0)
    private var connection: RedisConnection?
    /// The jobs that this thread has added. They belong to the event that it plays.
    private var ownJobs = JobQueue()
    /// When the event that this thread plays began to wait for a thread.
    private var waitingSince: Int64 = 0
    /// Whether that event has waited for too long.
    private var isLate = false
    /// When the last reply came.
    private var repliedAt: Int64 = 0

    init(_ executor: RedisExecutor, _ settings: RedisSettings) {
        self.executor = executor
        self.settings = settings
        limit = settings.commandLimit.wholeMilliseconds * 1_000_000
    }

    // MARK: - On the thread

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The worker of this thread; nil if the thread is no worker's.
    static var current: RedisWorker? {
        pthread_getspecific(key).map { Unmanaged<RedisWorker>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Adds a job on this worker's own thread.
    func add(_ job: UnownedJob) { ownJobs.add(WaitingJob(job: job, addedAt: waitingSince)) }

    /// The error with which commands of this event fail without being sent; nil if they are sent.
    ///
    /// They fail if the event has waited too long for a thread, or if a connection has failed since, because every
    /// command would then wait for the same server.
    var failure: RedisFailure? {
        executor.hasFailed(since: max(waitingSince, repliedAt)) ? .noConnection : isLate ? .late : nil
    }

    /// Carries out a command on this worker's own thread, and blocks it until the reply.
    func perform(_ command: (_ deadline: Int64) -> RedisCommand) throws(RedisFailure) -> RedisReply {
        if let failure { throw failure }
        do throws(RedisFailure) {
            let connection = try usableConnection()
            let deadline = UptimeClock.milliseconds + settings.commandLimit.wholeMilliseconds + connection.offset
            let reply = try connection.perform(command(deadline))
            repliedAt = UptimeClock.nanoseconds
            return reply
        } catch {
            // Redis learns a script from the next command. Any other refusal may concern the connection: the clock of
            // Redis has moved, or this server has become a replica. The next connection reads the time, or reaches the
            // primary.
            if error != .refused("NOSCRIPT") { connection = nil }
            if case .refused = error { throw error }
            executor.recordFailure()
            throw error
        }
    }

    /// Returns the connection, after opening one if there is none or if Redis has closed it.
    private func usableConnection() throws(RedisFailure) -> RedisConnection {
        // A connection that has just replied is open.
        if let connection, repliedAt > waitingSince || !connection.isStale { return connection }
        do throws(RedisFailure) {
            let new = try RedisConnection(settings)
            connection = new
            return new
        } catch {
            // The command itself was not sent.
            throw error == .noReply ? .noConnection : error
        }
    }

    private func run() {
        // Otherwise, a write to a connection that Redis has closed ends the process (SIGPIPE).
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        flowc_name_thread("flow-redis")
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        while let waiting = executor.next(for: self) {
            waitingSince = waiting.addedAt
            isLate = UptimeClock.nanoseconds - waitingSince > limit
            executor.run(waiting.job)
            while let own = ownJobs.next() { executor.run(own.job) }
        }
        // Until here, the loop keeps this object alive. From here on, the thread has no worker.
        pthread_setspecific(Self.key, nil)
        connection = nil
    }

    // MARK: - Between threads

    /// Waits until ``wake()`` is called.
    func sleep() { signal.wait() }

    /// Ends the wait of ``sleep()``.
    func wake() { signal.signal() }

    /// Starts a POSIX thread, which ends when the executor is closed. Foundation's `Thread` does not report a failure.
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
}
