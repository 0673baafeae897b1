import NIOCore

/// Enforces a connection's limits.
///
/// It is the first handler after the socket, so parsers never see what it holds back.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let limits: PoolServerLimits
    private var phase = ConnectionPhase.idle
    private var deadline: Scheduled<Void>?
    /// Bytes received since the request started, or since the client was rejected.
    private var count = 0
    /// Whether the client has closed its output.
    private var isInputClosed = false

    init(_ limits: PoolServerLimits) {
        self.limits = limits
    }

    func channelActive(context: ChannelHandlerContext) {
        enter(.idle, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Self.unwrapInboundIn(data).readableBytes
        switch phase {
        case .closing:
            count += bytes
            if count > limits.drainedBytes { context.close(promise: nil) }
            return
        case .idle: enter(.head, context)
        // One read can contain the end of the head and much of the body. Only earlier bytes certainly belong to the
        // head.
        case .head where count > limits.headBytes:
            context.fireUserInboundEventTriggered(ConnectionTrouble.headTooLarge)
            return
        // The parser keeps blanks before a trailer's value, and skips chunk extensions, without counting them.
        case .body where count > limits.rawBytes:
            context.fireUserInboundEventTriggered(ConnectionTrouble.bodyTooLarge)
            return
        default: break
        }
        count += bytes
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The pipelining handler reads nothing while it waits for a response, which never comes in this phase.
        if phase == .closing { context.read() }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            isInputClosed = true
            guard phase != .closing else { return context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        switch event {
        case let phase as ConnectionPhase: enter(phase, context)
        case let last as LastAnswer: close(after: last.bytes, context)
        default: return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed(())
    }

    // MARK: Phases

    private func enter(_ phase: ConnectionPhase, _ context: ChannelHandlerContext) {
        guard self.phase != .closing else { return }
        self.phase = phase
        switch phase {
        case .idle, .closing: count = 0
        case .head, .body, .answer, .writing: break
        }
        let time = limits.time(of: phase)
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { self.end(phase, context) }
    }

    private func end(_ phase: ConnectionPhase, _ context: ChannelHandlerContext) {
        switch phase {
        case .idle, .writing, .closing: context.close(promise: nil)
        case .head, .body, .answer: context.fireUserInboundEventTriggered(ConnectionTrouble.deadline(phase))
        }
    }

    /// Writes the last bytes, closes the output and discards further input.
    ///
    /// If a connection is closed with unread bytes, the client may lose the response (RFC 9112, 9.6).
    private func close(after bytes: [UInt8], _ context: ChannelHandlerContext) {
        guard phase != .closing else { return }
        enter(.closing, context)
        context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(bytes: bytes))).assumeIsolated().whenComplete { _ in
            if self.isInputClosed { context.close(promise: nil) } else { context.close(mode: .output, promise: nil) }
        }
        context.read()
    }
}
