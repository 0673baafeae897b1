import Foundation
import NIOCore

/// Rejects connections beyond the limit; a handler of the listening socket.
final class ConnectionLimiter: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// The pause before the server accepts again after it had no descriptor.
    private static let pause = TimeAmount.milliseconds(100)
    /// The minimum interval between notices.
    private static let silence = TimeAmount.seconds(1)

    private let table: ConnectionTable
    private let report: @Sendable (PoolServerNotice) -> Void
    /// Connections rejected since the last notice.
    private var refused = 0
    private var isSilent = false
    /// Whether the lack of descriptors was reported and still lasts.
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
        // The socket stays readable, so without a pause the server would retry in a busy loop.
        if !isWaiting { report(.outOfDescriptors(open: table.count)) }
        isWaiting = true
        let channel = context.channel
        _ = channel.setOption(.autoRead, value: false)
        context.eventLoop.scheduleTask(in: Self.pause) { channel.setOption(.autoRead, value: true) }
    }

    /// Reports the number of rejected connections, at intervals.
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
