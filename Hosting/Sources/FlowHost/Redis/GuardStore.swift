import FlowRuntime
import FlowSealing
import Metrics

/// What Redis has about a sign-in.
struct GuardRecord: Sendable, Redacted {
    /// The generation of the latest snapshot.
    let generation: SnapshotID
    /// The generation that the event answered which led to the latest snapshot.
    let answered: SnapshotID
    /// The digest of that event.
    let digest: [UInt8]
    /// How long the claim of the event still lasts, in milliseconds: negative if it has ended; nil if the event is done.
    let claim: Int64?
    /// The sealed snapshot, or nil if it is not stored any longer.
    let sealed: [UInt8]?

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
        claim = end == 0 ? nil : end - Int64(now)
        self.sealed = sealed.isEmpty ? nil : sealed
    }
}

/// What a write stores about a sign-in.
struct GuardWrite: Sendable, Redacted {
    let generation: SnapshotID
    let answered: SnapshotID
    let digest: [UInt8]
    /// How long the event has the sign-in for itself; zero if the event is done.
    let claim: Duration
    /// How long Redis keeps the entry.
    let lifetime: Duration
    let sealed: [UInt8]
    /// How long Redis keeps the sealed snapshot; zero if not at all.
    let sealedLifetime: Duration
}

/// The guard of all sign-ins: one atomic operation for each read and each change.
struct GuardStore: Sendable {
    private let pool: RedisPool
    private let prefix: String
    private let metrics = RedisMetrics()

    init(_ settings: RedisSettings) {
        pool = RedisPool(settings)
        prefix = settings.prefix
    }

    /// Returns what Redis has about a sign-in, or nil if the sign-in has ended or expired.
    func read(_ signIn: SnapshotID) async throws(RedisFailure) -> GuardRecord? {
        let keys = keys(of: signIn)
        let items = try await run(.read, keys) { _ in [] }.items
        guard items.count == 3, let now = items[2].integer else { throw .noReply }
        return GuardRecord(entry: items[0].bytes ?? [], sealed: items[1].bytes ?? [], now: now)
    }

    /// Replaces what Redis has about a sign-in, if it has the expected generation.
    /// - Parameters:
    ///   - expected: the generation that must be stored now; nil if nothing may be stored.
    ///   - signIn: the id of the sign-in.
    ///   - write: what to store.
    /// - Returns: nil if it was replaced, or else what Redis has instead.
    /// - Throws: ``RedisFailure`` if Redis is away.
    func replace(_ expected: SnapshotID?, of signIn: SnapshotID, by write: GuardWrite)
        async throws(RedisFailure) -> Conflict?
    {
        let entry = write.generation.bytes + write.answered.bytes + write.digest
        let numbers = [write.claim, write.lifetime, write.sealedLifetime].map { limit in
            Array(String(max(0, limit.wholeMilliseconds)).utf8)
        }
        let items = try await run(.replace, keys(of: signIn)) { deadline in
            [
                Array(String(deadline).utf8), expected?.bytes ?? [], entry, numbers[0], numbers[1],
                write.sealed, numbers[2],
            ]
        }.items
        if items.first?.integer == 1 { return nil }
        guard items.count == 4, let now = items[3].integer else { throw .noReply }
        let record = GuardRecord(entry: items[1].bytes ?? [], sealed: items[2].bytes ?? [], now: now)
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

    /// Throws unless Redis answers.
    func check() async throws(RedisFailure) {
        _ = try await timed("ping") { () throws(RedisFailure) in try await pool.perform { _ in [Array("PING".utf8)] } }
    }

    /// Ends the connections.
    func close() { pool.close() }

    private func keys(of signIn: SnapshotID) -> [[UInt8]] {
        let key = "\(prefix){\(signIn.bytes.hexadecimal)}"
        return [Array(key.utf8), Array((key + ":state").utf8)]
    }

    /// Runs a script, which Redis need not know yet.
    private func run(
        _ script: RedisScript, _ keys: [[UInt8]], _ arguments: @escaping @Sendable (Int64) -> [[UInt8]]
    ) async throws(RedisFailure) -> RedisReply {
        let count = Array(String(keys.count).utf8)
        return try await timed(script.name) { () throws(RedisFailure) in
            do throws(RedisFailure) {
                return try await pool.perform { [Array("EVALSHA".utf8), script.hash, count] + keys + arguments($0) }
            } catch {
                guard case .refused("NOSCRIPT") = error else { throw error }
                return try await pool.perform { [Array("EVAL".utf8), script.text, count] + keys + arguments($0) }
            }
        }
    }

    /// Measures a command.
    private func timed(
        _ command: String, _ work: () async throws(RedisFailure) -> RedisReply
    ) async throws(RedisFailure) -> RedisReply {
        let began = UptimeClock.nanoseconds
        do throws(RedisFailure) {
            let reply = try await work()
            metrics.timers[command]?.recordNanoseconds(UptimeClock.nanoseconds - began)
            return reply
        } catch {
            metrics.failures[error.label]?.increment()
            throw error
        }
    }
}

/// The metrics of the commands, which exist from the start.
private struct RedisMetrics: Sendable {
    let timers: [String: Timer]
    let failures: [String: Counter]

    init() {
        func table<Metric>(_ labels: [String], _ create: (String) -> Metric) -> [String: Metric] {
            Dictionary(uniqueKeysWithValues: labels.map { ($0, create($0)) })
        }
        timers = table([RedisScript.read.name, RedisScript.replace.name, "ping"]) {
            Timer(label: "flow_host_redis_seconds", dimensions: [("command", $0)])
        }
        failures = table([RedisFailure.noConnection, .noReply, .late, .refused("")].map(\.label)) {
            Counter(label: "flow_host_redis_failures", dimensions: [("reason", $0)])
        }
    }
}

extension [UInt8] {
    /// The bytes in hexadecimal digits.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
