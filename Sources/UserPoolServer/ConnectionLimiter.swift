import Foundation
import NIOCore

/// A handler of the listening socket that rejects connections beyond the limit.
final class ConnectionLimiter: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// The time before the server accepts connections again after it had no descriptor.
    private static let retryDelay = TimeAmount.milliseconds(100)
    /// The minimum time between two notices about rejected connections.
    private static let noticeInterval = TimeAmount.seconds(1)

    private let table: ConnectionTable
    private let report: @Sendable (PoolServerNotice) -> Void
    /// The number of connections rejected since the last notice.
    private var rejectedCount = 0
    /// Whether the last notice was less than ``noticeInterval`` ago.
    private var isSilent = false
    /// Whether the process still lacks the descriptors that the last notice reported.
    private var lacksDescriptors = false

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
        lacksDescriptors = false
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
        // The socket stays readable, so the server would otherwise retry in a busy loop.
        if !lacksDescriptors { report(.outOfDescriptors(open: table.count)) }
        lacksDescriptors = true
        let channel = context.channel
        _ = channel.setOption(.autoRead, value: false)
        context.eventLoop.scheduleTask(in: Self.retryDelay) { channel.setOption(.autoRead, value: true) }
    }

    /// Reports the number of rejected connections now, or after ``noticeInterval`` if the last notice is more recent.
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
    /// The process has no free descriptor, so clients wait.
    case outOfDescriptors(open: Int)

    /// The notice in one sentence.
    package var message: String {
        switch self {
        case .refused(let count, let open):
            "the server has reached its limit of connections; open connections: \(open), rejected connections: \(count)"
        case .outOfDescriptors(let open):
            "the process has no file descriptor for another connection, so new ones wait; open connections: \(open)"
        }
    }
}
