import FlowRuntime
import FlowSealing
import Logging
import Metrics
import Synchronization

/// What Redis has about a sign-in.
struct GuardRecord: Sendable, Redacted {
    /// The generation of the latest snapshot.
    let generation: SnapshotID
    /// The generation of the step that the last event answered.
    let answered: SnapshotID
    /// The digest of the last event.
    let digest: [UInt8]
    /// When the event's lease ends, in milliseconds by the clock of Redis; nil if the event is done.
    let leaseEnd: Int64?
    /// The time of Redis, in milliseconds.
    var now: Int
    /// The sealed snapshot, or nil if it is not stored any longer.
    let sealed: [UInt8]?

    /// How long the lease still lasts, in milliseconds: negative if it has ended; nil if the event is done.
    var leaseLeft: Int64? { leaseEnd.map { $0 &- Int64(now) } }

    /// Creates a record from the values of both keys, and the time of Redis; nil if the entry is malformed.
    init?(entry: [UInt8], sealed: [UInt8], now: Int) {
        let size = SnapshotID.byteCount
        guard entry.count > 3 * size, let generation = SnapshotID(Array(entry[..<size])),
            let answered = SnapshotID(Array(entry[size..<2 * size])),
            let end = Int64(String(decoding: entry[(3 * size)...], as: UTF8.self))
        else { return nil }
        self.generation = generation
        self.answered = answered
        digest = Array(entry[2 * size..<3 * size])
        leaseEnd = end == 0 ? nil : end
        self.now = now
        self.sealed = sealed.isEmpty ? nil : sealed
    }
}

/// What a write stores about a sign-in.
struct GuardWrite: Sendable, Redacted {
    let generation: SnapshotID
    let answered: SnapshotID
    let digest: [UInt8]
    /// The event's lease; zero if the event is done.
    let lease: Duration
    /// How long Redis keeps the entry.
    let lifetime: Duration
    let sealed: [UInt8]
    /// How long Redis keeps the sealed snapshot; zero if not at all.
    let sealedLifetime: Duration
}

/// The guard of all sign-ins. Each change is an atomic script. Reading a leased sign-in also reads the time of Redis.
struct GuardStore: Sendable {
    private let pool: RedisPool
    /// What the key of every sign-in begins with.
    private let prefix: [UInt8]
    private let metrics = RedisMetrics()
    private let failures: FailureLog
    /// How long a command may take. Redis refuses a command that arrives later.
    let commandLimit: Duration

    init(_ settings: RedisSettings, logger: Logger) {
        failures = FailureLog(logger)
        commandLimit = settings.commandLimit
        pool = RedisPool(settings)
        prefix = Array((settings.prefix + "{").utf8)
    }

    /// Plays events on the threads that talk to Redis.
    var executor: any TaskExecutor { pool.executor }

    /// Whether no command of this task can succeed, so that its event need not be played.
    var isUnavailable: Bool {
        guard let worker = pool.executor.currentWorker else { return true }
        return worker.failure != nil
    }

    /// Returns what Redis has about a sign-in, or nil if the entry is missing or malformed.
    func read(_ signIn: SnapshotID) async throws(RedisFailure) -> GuardRecord? {
        let arguments = [Self.mget] + keys(of: signIn)
        let items = try await perform(metrics.read) { _ in RedisCommand(arguments) }.items
        guard items.count == 2 else { throw .noReply }
        guard let entry = items[0].bytes else { return nil }
        var record = GuardRecord(entry: entry, sealed: items[1].bytes ?? [], now: 0)
        guard record?.leaseEnd != nil else { return record }
        let now = try await time()
        record?.now = now
        return record
    }

    /// Replaces what Redis has about a sign-in, if it has the expected generation.
    /// - Parameters:
    ///   - expected: the generation that must be stored now; nil if nothing may be stored.
    ///   - signIn: the id of the sign-in.
    ///   - write: what to store.
    /// - Returns: nil if it was replaced, or else what Redis has instead.
    /// - Throws: ``RedisFailure`` if Redis is unavailable, or refuses the command.
    func replace(_ expected: SnapshotID?, of signIn: SnapshotID, by write: GuardWrite)
        async throws(RedisFailure) -> Conflict?
    {
        let entry = write.generation.bytes + write.answered.bytes + write.digest
        let numbers = [write.lease, write.lifetime, write.sealedLifetime].map { limit in
            Array(String(max(0, limit.wholeMilliseconds)).utf8)
        }
        let reply = try await run(.replace, keys(of: signIn)) { deadline in
            [
                Array(String(deadline).utf8), expected?.bytes ?? [], entry, numbers[0], numbers[1],
                write.sealed, numbers[2],
            ]
        }
        if reply.integer == 1 { return nil }
        let items = reply.items
        guard items.count == 3, let now = items[2].integer else { throw .noReply }
        let record = GuardRecord(entry: items[0].bytes ?? [], sealed: items[1].bytes ?? [], now: now)
        // An unconfirmed try of the same write has succeeded.
        if record?.generation == write.generation { return nil }
        return record.map { .other($0) } ?? .ended
    }

    /// Why an entry was not replaced.
    enum Conflict: Sendable {
        /// The sign-in has ended or expired.
        case ended
        /// Another event came first.
        case other(GuardRecord)
    }

    /// Throws unless Redis accepts a write.
    ///
    /// Writes a key, because a replica, or a Redis without memory or disk space, still answers `PING`.
    func check() async throws(RedisFailure) {
        let key = prefix + Array("check}".utf8)
        _ = try await perform(metrics.check) { _ in RedisCommand([Self.set, key, [], Self.milliseconds, Self.one]) }
    }

    /// Ends the connections.
    func close() { pool.close() }

    // MARK: - Commands

    private static let mget = Array("MGET".utf8)
    private static let set = Array("SET".utf8)
    private static let milliseconds = Array("PX".utf8)
    private static let one = Array("1".utf8)
    private static let evaluateHash = Array("EVALSHA".utf8)
    private static let evaluate = Array("EVAL".utf8)

    private func keys(of signIn: SnapshotID) -> [[UInt8]] {
        let key = prefix + signIn.bytes.hexadecimalDigits + [UInt8(ascii: "}")]
        return [key, key + Array(":state".utf8)]
    }

    /// Returns the time of Redis, in milliseconds.
    private func time() async throws(RedisFailure) -> Int {
        let reply = try await perform(metrics.time) { _ in RedisCommand(["TIME"]) }
        guard let now = reply.milliseconds else { throw .noReply }
        return now
    }

    /// Runs a script, which Redis need not know yet.
    private func run(
        _ script: RedisScript, _ keys: [[UInt8]], _ arguments: @Sendable (Int64) -> [[UInt8]]
    ) async throws(RedisFailure) -> RedisReply {
        let count = Array(String(keys.count).utf8)
        return try await measure(metrics.replace) { () async throws(RedisFailure) in
            do throws(RedisFailure) {
                return try await pool.perform {
                    RedisCommand([Self.evaluateHash, script.hash, count] + keys + arguments($0))
                }
            } catch {
                guard case .refused("NOSCRIPT") = error else { throw error }
                return try await pool.perform {
                    RedisCommand([Self.evaluate, script.text, count] + keys + arguments($0))
                }
            }
        }
    }

    /// Carries out a command, and measures it.
    private func perform(
        _ timer: Timer, _ command: @Sendable (Int64) -> RedisCommand
    ) async throws(RedisFailure) -> RedisReply {
        try await measure(timer) { () async throws(RedisFailure) in try await pool.perform(command) }
    }

    /// Measures successful work, and counts failures.
    private func measure(
        _ timer: Timer, _ work: () async throws(RedisFailure) -> RedisReply
    ) async throws(RedisFailure) -> RedisReply {
        let began = UptimeClock.nanoseconds
        do throws(RedisFailure) {
            let reply = try await work()
            timer.recordNanoseconds(UptimeClock.nanoseconds - began)
            return reply
        } catch {
            metrics.failures[error.label]?.increment()
            failures.add(error)
            throw error
        }
    }
}

/// Logs why commands fail, each reason at most once a minute.
private final class FailureLog: Sendable {
    private let logger: Logger
    /// When each reason was last logged, in milliseconds of the uptime clock.
    private let times = Mutex<[RedisFailure: Int64]>([:])

    init(_ logger: Logger) { self.logger = logger }

    /// Logs a failure, unless it was logged in the last minute.
    func add(_ failure: RedisFailure) {
        let now = UptimeClock.milliseconds
        let isNew = times.withLock { times -> Bool in
            if let last = times[failure], now - last < 60_000 { return false }
            times[failure] = now
            return true
        }
        guard isNew else { return }
        var word = ""
        if case .refused(let first) = failure { word = first }
        logger.warning("Redis command failed", metadata: ["reason": "\(failure.label)", "word": "\(word)"])
    }
}

/// The metrics of the commands, which exist from the start.
private struct RedisMetrics: Sendable {
    let read = Self.timer("read")
    let replace = Self.timer(RedisScript.replace.name)
    let time = Self.timer("time")
    let check = Self.timer("check")
    let failures: [String: Counter]

    init() {
        let labels = [RedisFailure.noConnection, .noReply, .late, .refused("")].map(\.label)
        let counters = labels.map { label in
            (label, Counter(label: "flow_host_redis_failures", dimensions: [("reason", label)]))
        }
        failures = Dictionary(uniqueKeysWithValues: counters)
    }

    private static func timer(_ command: String) -> Timer {
        Timer(label: "flow_host_redis_seconds", dimensions: [("command", command)])
    }
}

extension [UInt8] {
    /// The bytes in hexadecimal digits.
    var hexadecimal: String { String(decoding: hexadecimalDigits, as: UTF8.self) }

    /// The hexadecimal digits of the bytes, as ASCII.
    var hexadecimalDigits: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count * 2) { digits, size in
            for (index, byte) in enumerated() {
                digits[index * 2] = Self.digit(byte >> 4)
                digits[index * 2 + 1] = Self.digit(byte & 15)
            }
            size = count * 2
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
