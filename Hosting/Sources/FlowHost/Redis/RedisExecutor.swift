import Dispatch
import Synchronization

/// Runs tasks on the threads of a ``RedisPool``.
///
/// A task that prefers this executor blocks its thread with a command to Redis, and no task of Swift's cooperative pool
/// blocks. While the task waits for anything else, the thread runs other tasks. What a task enqueues on its own thread
/// stays there, so that calls of actors wake no other thread.
final class RedisExecutor: TaskExecutor {
    private struct State {
        var jobs = JobQueue()
        /// The threads that sleep. The one that went to sleep last wakes up first.
        var idle: [RedisWorker] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    /// When a connection last failed, in nanoseconds of the uptime clock; nil if none has.
    private let lastFailure = Mutex<Int64?>(nil)

    /// The worker of this thread; nil if the thread belongs to somebody else.
    var currentWorker: RedisWorker? {
        guard let worker = RedisWorker.current, worker.executor === self else { return nil }
        return worker
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if let worker = currentWorker { return worker.add(job) }
        let waiting = WaitingJob(job: job, addedAt: UptimeClock.nanoseconds)
        let (isClosed, worker) = state.withLock { state -> (Bool, RedisWorker?) in
            if state.isClosed { return (true, nil) }
            state.jobs.add(waiting)
            return (false, state.idle.popLast())
        }
        worker?.wake()
        // No thread is left, but a task must still reach its end. Its commands fail.
        if isClosed { DispatchQueue.global().async { [self] in run(job) } }
    }

    /// Runs a job on this thread.
    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }

    /// Returns the job that waits longest, and sleeps until there is one. Returns nil after ``close()`` if none waits.
    func next(for worker: RedisWorker) -> WaitingJob? {
        while true {
            let (job, isClosed) = state.withLock { state -> (WaitingJob?, Bool) in
                if let job = state.jobs.next() { return (job, false) }
                if !state.isClosed { state.idle.append(worker) }
                return (nil, state.isClosed)
            }
            if job != nil || isClosed { return job }
            worker.sleep()
        }
    }

    /// Ends the threads when no job waits any longer.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for worker in idle { worker.wake() }
    }

    /// Remembers that a connection has failed.
    func recordFailure() { lastFailure.withLock { $0 = UptimeClock.nanoseconds } }

    /// Returns whether a connection has failed since a time.
    func hasFailed(since time: Int64) -> Bool { lastFailure.withLock { $0.map { $0 >= time } ?? false } }
}

/// A part of a task that waits for a thread, and since when, in nanoseconds of the uptime clock.
struct WaitingJob {
    let job: UnownedJob
    let addedAt: Int64
}

/// Jobs in the order in which they were added.
struct JobQueue {
    private var jobs: [WaitingJob] = []
    private var first = 0

    mutating func add(_ job: WaitingJob) { jobs.append(job) }

    /// Removes and returns the first job; nil if there is none.
    mutating func next() -> WaitingJob? {
        guard first < jobs.count else { return nil }
        defer {
            first += 1
            if first == jobs.count {
                jobs.removeAll(keepingCapacity: first <= 1024)
                first = 0
            } else if first > 1024 {
                jobs.removeFirst(first)
                first = 0
            }
        }
        return jobs[first]
    }
}
