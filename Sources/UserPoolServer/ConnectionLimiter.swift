import Foundation
import NIOCore

/// Refuses connections for which there is no room; a handler of the socket that listens.
final class ConnectionLimiter: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// How long the server waits before it accepts again after it had no descriptor.
    private static let pause = TimeAmount.milliseconds(100)
    /// Notices are at least this far apart.
    private static let silence = TimeAmount.seconds(1)

    private let table: ConnectionTable
    private let report: @Sendable (PoolServerNotice) -> Void
    /// Connections refused since the last notice.
    private var refused = 0
    private var isSilent = false
    /// Whether it was said that there is no descriptor, and there was none since.
    private var isWaiting = false

    init(_ table: ConnectionTable, report: @escaping @Sendable (PoolServerNotice) -> Void) {
        self.table = table
        self.report = report
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isWaiting = false
        let channel = Self.unwrapInboundIn(data)
        if table.admit(channel) { return context.fireChannelRead(data) }
        channel.close(promise: nil)
        refused += 1
        tell(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        // The socket stays readable: without a pause accepting would be tried over and over.
        if !isWaiting { report(.outOfDescriptors(open: table.count)) }
        isWaiting = true
        let channel = context.channel
        _ = channel.setOption(.autoRead, value: false)
        context.eventLoop.scheduleTask(in: Self.pause) { channel.setOption(.autoRead, value: true) }
    }

    /// Says how many were refused, now and again: of thousands, a line each would be no help.
    private func tell(_ context: ChannelHandlerContext) {
        guard !isSilent else { return }
        report(.refused(refused, open: table.count))
        refused = 0
        isSilent = true
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.silence) {
            self.isSilent = false
            if self.refused > 0 { self.tell(context) }
        }
    }
}
