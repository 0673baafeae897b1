import NIOCore

/// Enforces the limits of a connection. It is the first handler after the socket, so that the parser receives at most
/// the rest of one read beyond a limit.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let limits: PoolServerLimits
    private var phase = ConnectionPhase.idle
    private var deadline: Scheduled<Void>?
    /// The number of bytes received since the request started, or since it was rejected.
    private var receivedBytes = 0
    /// Whether the client has closed its side of the connection.
    private var isInputClosed = false
    /// Whether writing the last response has ended, with success or not.
    private var isLastAnswerWritten = false

    /// Creates the guard of a connection that is not active yet.
    init(_ limits: PoolServerLimits) {
        self.limits = limits
    }

    /// Starts the timeout for the first request.
    func channelActive(context: ChannelHandlerContext) {
        enter(.idle, context)
        context.fireChannelActive()
    }

    /// Cancels the timeout of a closed connection.
    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    /// Counts received bytes, and passes them on unless a limit is exceeded or the connection is closing. The first
    /// bytes of a request start the phase `head`.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Self.unwrapInboundIn(data).readableBytes
        switch phase {
        case .closing:
            receivedBytes += bytes
            if receivedBytes > limits.drainedBytes { context.close(promise: nil) }
            return
        case .idle: enter(.head, context)
        // One read can contain the end of the head and much of the body. Only the bytes of earlier reads certainly
        // belong to the head.
        case .head where receivedBytes > limits.headBytes:
            context.fireUserInboundEventTriggered(ConnectionTrouble.headTooLarge)
            return
        // The parser does not count chunk extensions, or spaces before the value of a trailer.
        case .body where receivedBytes > limits.rawBytes:
            context.fireUserInboundEventTriggered(ConnectionTrouble.bodyTooLarge)
            return
        default: break
        }
        receivedBytes += bytes
        context.fireChannelRead(data)
    }

    /// Continues to read while the connection is closing, so that further input is discarded.
    func channelReadComplete(context: ChannelHandlerContext) {
        // The pipelining handler stops reading until it receives a response, and in this phase it receives none.
        if phase == .closing { context.read() }
        context.fireChannelReadComplete()
    }

    /// Records that the client has closed its side, and closes a connection that waits only for that. If the last
    /// response is still being written, ``close(after:_:)`` closes the connection afterwards.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            isInputClosed = true
            if phase == .closing {
                if isLastAnswerWritten { context.close(promise: nil) }
                return
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Starts the phase that another handler announces, or writes the last response and closes the connection.
    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        switch event {
        case let phase as ConnectionPhase: enter(phase, context)
        case let last as LastAnswer: close(after: last.bytes, context)
        default: return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed(())
    }

    // MARK: Phases

    /// Starts a phase and its timeout, unless the connection is already closing. The count of received bytes restarts
    /// with the phases `idle` and `closing`.
    private func enter(_ phase: ConnectionPhase, _ context: ChannelHandlerContext) {
        guard self.phase != .closing else { return }
        self.phase = phase
        switch phase {
        case .idle, .closing: receivedBytes = 0
        case .head, .body, .answer, .writing: break
        }
        let timeout = limits.timeout(of: phase)
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(timeout)) {
            self.handleTimeout(of: phase, context)
        }
    }

    /// Reports a timeout of the phases `head`, `body` and `answer` to the exchange handler, which sends a response.
    /// After a timeout of any other phase, closes the connection.
    private func handleTimeout(of phase: ConnectionPhase, _ context: ChannelHandlerContext) {
        switch phase {
        case .idle, .writing, .closing: context.close(promise: nil)
        case .head, .body, .answer: context.fireUserInboundEventTriggered(ConnectionTrouble.deadline(phase))
        }
    }

    /// Writes the last response, half-closes the connection, and discards further input. If the client has already
    /// closed its side, closes the connection fully.
    ///
    /// Closing a connection with unread bytes could make the client lose the response (RFC 9112, 9.6).
    private func close(after bytes: [UInt8], _ context: ChannelHandlerContext) {
        guard phase != .closing else { return }
        enter(.closing, context)
        context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(bytes: bytes))).assumeIsolated().whenComplete { _ in
            self.isLastAnswerWritten = true
            if self.isInputClosed { context.close(promise: nil) } else { context.close(mode: .output, promise: nil) }
        }
        // Keep reading, so that `channelRead` discards further input.
        context.read()
    }
}

/// A phase of a connection.
///
/// Handlers send it as an outbound event when the phase starts, and ``ConnectionGuard`` enforces its timeout.
enum ConnectionPhase: Sendable {
    /// The server waits for the first byte of a request.
    case idle
    /// The server receives the request line and the header fields of a request.
    case head
    /// The server receives the body of a request.
    case body
    /// The server waits for the pool.
    case answer
    /// The server sends the response.
    case writing
    /// The server sends the last response, and discards further input.
    case closing
}

/// A limit that a connection has exceeded.
///
/// ``ConnectionGuard`` sends it as an inbound event to the handler that creates the response.
enum ConnectionTrouble: Sendable {
    /// A phase has timed out.
    case deadline(ConnectionPhase)
    case headTooLarge
    /// The body is too large, including chunk sizes, extensions and trailers.
    case bodyTooLarge
}

/// The last response of a connection, which handlers send to ``ConnectionGuard`` as an outbound event.
struct LastAnswer: Sendable {
    /// The complete HTTP response.
    let bytes: [UInt8]
}
