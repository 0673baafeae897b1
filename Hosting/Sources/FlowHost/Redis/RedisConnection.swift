import CHiredis
import FlowRuntime
import Foundation

/// A reply of Redis.
enum RedisReply: Sendable {
    case bytes([UInt8])
    case integer(Int)
    case array([RedisReply])
    case none

    var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { return bytes }
        return nil
    }

    var integer: Int? {
        if case .integer(let number) = self { return number }
        return nil
    }

    var items: [RedisReply] {
        if case .array(let items) = self { return items }
        return []
    }

    /// The time of Redis in milliseconds, if this is a reply to `TIME`.
    var milliseconds: Int? {
        let parts = items.compactMap { $0.bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) } }
        // No clock is that far ahead, and a larger number would not fit in milliseconds.
        guard parts.count == 2, parts.allSatisfy((0..<1 << 40).contains) else { return nil }
        return parts[0] * 1000 + parts[1] / 1000
    }
}

/// Why a command failed. After ``noReply``, it may have been carried out.
enum RedisFailure: Error, Sendable, Hashable {
    /// No connection could be opened, or another one has just failed. The command was not carried out.
    case noConnection
    /// The connection ended, or the reply did not come in time. The command may have been carried out.
    case noReply
    /// The event waited too long for a thread. The command was not sent.
    case late
    /// Redis refused the command with an error. The value is its first word: `LATE` if the command came too late.
    case refused(String)

    /// The reason as a label of metrics.
    var label: String {
        switch self {
        case .noConnection: "no-connection"
        case .noReply: "no-reply"
        case .late: "late"
        case .refused: "refused"
        }
    }
}

/// A command in the protocol of Redis: the number of arguments, and each with its length.
struct RedisCommand: Redacted {
    private(set) var bytes: [UInt8] = []

    /// Creates a command from its name and its arguments.
    init(_ arguments: [[UInt8]]) {
        bytes.reserveCapacity(arguments.reduce(16) { $0 + $1.count + 16 })
        add("*", arguments.count)
        for argument in arguments {
            add("$", argument.count)
            bytes += argument
            bytes += Self.end
        }
    }

    /// Creates a command from its name and its arguments.
    init(_ arguments: [String]) { self.init(arguments.map { Array($0.utf8) }) }

    private mutating func add(_ mark: Unicode.Scalar, _ count: Int) {
        bytes.append(UInt8(ascii: mark))
        bytes += Array(String(count).utf8)
        bytes += Self.end
    }

    private static let end = Array("\r\n".utf8)
}

/// A connection to Redis, which blocks the one thread that uses it.
///
/// Its methods keep the connection alive while C reads through the pointer, which `deinit` frees.
final class RedisConnection {
    private let context: UnsafeMutablePointer<redisContext>
    private let settings: RedisSettings
    /// The time of Redis minus that of the uptime clock, in milliseconds.
    private(set) var offset: Int64 = 0

    /// Connects, authenticates, and reads the time.
    init(_ settings: RedisSettings) throws(RedisFailure) {
        self.settings = settings
        let limit = timeval(settings.connectLimit)
        let opened =
            switch settings.address {
            case .tcp(let host, let port): redisConnectWithTimeout(host, Int32(clamping: port), limit)
            case .socket(let path): redisConnectUnixWithTimeout(path, limit)
            }
        guard let opened else { throw .noConnection }
        context = opened
        guard context.pointee.err == 0, redisSetTimeout(context, timeval(settings.commandLimit)) == REDIS_OK else {
            throw .noConnection
        }
        if case .tcp = settings.address { _ = redisEnableKeepAlive(context) }
        if let password = settings.password {
            _ = try perform(RedisCommand(["AUTH"] + [settings.user, password].compactMap(\.self)))
        }
        if settings.database != 0 { _ = try perform(RedisCommand(["SELECT", "\(settings.database)"])) }
        guard let now = try perform(RedisCommand(["TIME"])).milliseconds else { throw .noReply }
        offset = Int64(now) - UptimeClock.milliseconds
    }

    deinit { redisFree(context) }

    /// Whether Redis has closed the connection, or has sent bytes that belong to no command.
    var isStale: Bool { withExtendedLifetime(self) { flowc_redis_is_stale(context) != 0 } }

    /// Carries out a command, and returns its reply.
    /// - Throws: ``RedisFailure``; after any but `refused`, the connection cannot be used any longer.
    func perform(_ command: RedisCommand) throws(RedisFailure) -> RedisReply {
        defer { withExtendedLifetime(self) {} }
        var reply: UnsafeMutableRawPointer?
        let isSent = command.bytes.withUnsafeBytes { bytes in
            let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return redisAppendFormattedCommand(context, text, bytes.count) == REDIS_OK
        }
        guard isSent, redisGetReply(context, &reply) == REDIS_OK, let reply else { throw .noReply }
        defer { freeReplyObject(reply) }
        return try Self.value(reply.assumingMemoryBound(to: redisReply.self).pointee)
    }

    /// Returns a copy of a reply that C holds, or throws the error that the reply reports.
    private static func value(_ reply: redisReply) throws(RedisFailure) -> RedisReply {
        let text = UnsafeRawBufferPointer(start: reply.str, count: reply.str == nil ? 0 : reply.len)
        switch reply.type {
        case REDIS_REPLY_INTEGER: return .integer(Int(reply.integer))
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: return .bytes(Array(text))
        case REDIS_REPLY_ARRAY:
            var items: [RedisReply] = []
            for index in 0..<reply.elements {
                guard let item = reply.element[index] else { throw .noReply }
                items.append(try value(item.pointee))
            }
            return .array(items)
        case REDIS_REPLY_ERROR:
            // Only the first word, which is Redis's own: the rest may repeat an argument.
            throw .refused(String(decoding: text.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
        default: return .none
        }
    }
}

/// A monotonic clock that also runs while the machine is suspended.
enum UptimeClock {
    static var milliseconds: Int64 { nanoseconds / 1_000_000 }

    static var nanoseconds: Int64 {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_BOOTTIME, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension timeval {
    /// Creates the time of a limit.
    fileprivate init(_ limit: Duration) {
        self.init()
        tv_sec = .init(limit.components.seconds)
        tv_usec = .init(limit.components.attoseconds / 1_000_000_000_000)
    }
}
