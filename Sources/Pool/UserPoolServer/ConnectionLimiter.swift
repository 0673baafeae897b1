import Foundation
import NIOConcurrencyHelpers
import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A handler of the listening socket that rejects connections beyond the limit.
final class ConnectionLimiter: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// The time before the server accepts connections again after it had no descriptor or memory for another.
    private static let retryDelay = TimeAmount.milliseconds(100)
    /// The minimum time between two notices about rejected connections.
    private static let noticeInterval = TimeAmount.seconds(1)

    private let table: ConnectionTable
    private let report: @Sendable (PoolServerNotice) -> Void
    /// The number of connections rejected since the last notice.
    private var rejectedCount = 0
    /// Whether the last notice was less than ``noticeInterval`` ago.
    private var isSilent = false
    /// Whether a notice about missing descriptors or memory was sent since the last accepted connection.
    private var hasReportedShortage = false

    /// Creates a limiter.
    /// - Parameters:
    ///   - table: the open connections, to which the limiter adds those that it admits.
    ///   - report: receives notices about rejected and waiting connections.
    init(_ table: ConnectionTable, report: @escaping @Sendable (PoolServerNotice) -> Void) {
        self.table = table
        self.report = report
    }

    /// Admits a new connection, or closes it if the table is full.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasReportedShortage = false
        let channel = Self.unwrapInboundIn(data)
        if table.admit(channel) { return context.fireChannelRead(data) }
        channel.close(promise: nil)
        rejectedCount += 1
        reportRejections(context)
    }

    /// Pauses the acceptance of connections if the system lacks descriptors or memory for another one.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        if !hasReportedShortage { report(.outOfDescriptors(open: table.count)) }
        hasReportedShortage = true
        // The socket stays readable, so without a pause the server would retry in a busy loop.
        let channel = context.channel
        _ = channel.setOption(.autoRead, value: false)
        context.eventLoop.scheduleTask(in: Self.retryDelay) { channel.setOption(.autoRead, value: true) }
    }

    /// Reports the number of rejected connections. At most one report is made in each ``noticeInterval``.
    private func reportRejections(_ context: ChannelHandlerContext) {
        guard !isSilent else { return }
        report(.refused(rejectedCount, open: table.count))
        rejectedCount = 0
        isSilent = true
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.noticeInterval) {
            self.isSilent = false
            if self.rejectedCount > 0 { self.reportRejections(context) }
        }
    }
}

/// A notice for the operator of a server.
package enum PoolServerNotice: Sendable, Equatable {
    /// The number of connections beyond the limit that were rejected since the last notice.
    case refused(Int, open: Int)
    /// The process has no descriptor or memory for another connection, so clients wait.
    case outOfDescriptors(open: Int)

    package var message: String {
        switch self {
        case .refused(let count, let open):
            "the server has reached its limit of connections; open connections: \(open), rejected connections: \(count)"
        case .outOfDescriptors(let open):
            "the process has no file descriptor or memory for another connection, so new ones wait; "
                + "open connections: \(open)"
        }
    }
}

/// The open connections of a server.
final class ConnectionTable: Sendable {
    private struct State {
        var isOpen = true
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let maxCount: Int
    private let state = NIOLockedValueBox(State())

    /// Creates an empty table.
    /// - Parameter maxCount: the maximum number of connections.
    init(atMost maxCount: Int) {
        self.maxCount = maxCount
    }

    /// Adds a connection, which is removed when it closes.
    /// - Returns: false if the table is full or closed; the connection is then not added.
    func admit(_ channel: any Channel) -> Bool {
        let isAdmitted = state.withLockedValue { state in
            guard state.isOpen, state.channels.count < maxCount else { return false }
            state.channels[ObjectIdentifier(channel)] = channel
            return true
        }
        guard isAdmitted else { return false }
        channel.closeFuture.whenComplete { _ in
            self.state.withLockedValue { $0.channels[ObjectIdentifier(channel)] = nil }
        }
        return true
    }

    var count: Int { state.withLockedValue { $0.channels.count } }

    /// Closes all connections, and rejects new ones from now on.
    func close() async {
        let channels = state.withLockedValue { state in
            state.isOpen = false
            return Array(state.channels.values)
        }
        for channel in channels { channel.close(promise: nil) }
        for channel in channels { try? await channel.closeFuture.get() }
    }
}

/// The limit of the process's file descriptors.
package enum Descriptors {
    /// The number of descriptors that are not used for connections.
    private static let reservedCount = 32
    /// The limit to assume if the system does not report one.
    private static let assumedLimit: rlim_t = 256
    /// The highest limit to set, which is `OPEN_MAX` of Darwin.
    private static let highestLimit: rlim_t = 10_240

    /// The number of connections that the process can open, at least one.
    static var availableCount: Int {
        let openCount = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
        return max(1, Int(clamping: limits?.rlim_cur ?? assumedLimit) - openCount - reservedCount)
    }

    /// Raises the current limit to the maximum of the process, or to ``highestLimit`` if that is lower.
    ///
    /// If the system rejects the new limit, the current one remains.
    package static func raiseLimit() {
        guard var limits else { return }
        // Darwin rejects higher limits.
        let maximum = min(limits.rlim_max, highestLimit)
        guard maximum > limits.rlim_cur else { return }
        limits.rlim_cur = maximum
        _ = setrlimit(resource, &limits)
    }

    /// The current and the maximum limit, or nil if the system does not report them.
    private static var limits: rlimit? {
        var limits = rlimit()
        return getrlimit(resource, &limits) == 0 ? limits : nil
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}

/// The limits of a server for time, memory and connections.
///
/// Each phase of a connection has its own timeout, so that the server also disconnects clients that send very slowly.
package struct PoolServerLimits: Sendable {
    /// The maximum size of a header field or of the request target, in bytes.
    package var fieldBytes = 16_384
    /// The maximum size of the request line and all header fields, in bytes.
    package var headBytes = 65_536
    /// The maximum size of a body in bytes.
    ///
    /// Requests of Amazon Cognito's API are far smaller.
    package var bodyBytes = 1_048_576
    /// The maximum size of the pending bodies of all connections together, in bytes.
    package var bodiesBytes = 268_435_456
    /// The maximum size of a request in bytes, including chunk sizes and trailers.
    var rawBytes: Int { headBytes + bodyBytes + chunkingBytes }
    /// The maximum size of chunk sizes, extensions and trailers in bytes. It is as large as the body's, so that a
    /// client may send a body in very small chunks.
    private var chunkingBytes: Int { bodyBytes }
    /// The number of bytes that the server reads and discards after it has rejected a request.
    ///
    /// Many clients read the response only after they have sent the whole request. They receive the rejection if the
    /// remainder is not longer than this.
    package var drainedBytes = 16_777_216
    /// The timeout from the start of the connection, or the last response, to the next request.
    package var idle = Duration.seconds(60)
    /// The timeout from the first byte of a request to the end of its head.
    package var head = Duration.seconds(10)
    /// The timeout from the end of the head to the end of the body.
    package var body = Duration.seconds(30)
    /// The timeout for the pool and its triggers.
    package var answer = Duration.seconds(60)
    /// The timeout for sending the response.
    package var writing = Duration.seconds(30)
    /// The timeout from the last response, such as a rejection, until the client closes its side of the connection.
    package var closing = Duration.seconds(5)
    /// The maximum number of connections, if the process may open as many descriptors.
    package var connections = 4096

    package init() {}

    func timeout(of phase: ConnectionPhase) -> Duration {
        switch phase {
        case .idle: idle
        case .head: head
        case .body: body
        case .answer: answer
        case .writing: writing
        case .closing: closing
        }
    }
}

/// The memory that the request bodies of all connections may use together. The limit of each connection is not enough,
/// because there may be thousands of connections.
final class BodyBudget: Sendable {
    /// The number of bytes that are not reserved.
    private let free: NIOLockedValueBox<Int>

    /// Creates a budget whose bytes are all free.
    init(bytes: Int) {
        free = NIOLockedValueBox(bytes)
    }

    /// Reserves a number of bytes.
    /// - Returns: false if fewer bytes are free; then none are reserved.
    func reserve(_ count: Int) -> Bool {
        free.withLockedValue { free in
            guard count <= free else { return false }
            free -= count
            return true
        }
    }

    /// Releases a number of reserved bytes.
    func release(_ count: Int) { free.withLockedValue { $0 += count } }
}
