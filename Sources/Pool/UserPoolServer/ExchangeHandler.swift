import NIOCore
import NIOHTTP1

/// Collects each request, calls the pool, and writes the response. It handles one request at a time and is the last
/// handler of a connection.
final class ExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        /// No request has started.
        case waiting
        /// The body of a request is being received.
        case reading(HTTPRequestHead)
        /// The pool is performing a request.
        case answering(HTTPRequestHead, Task<Void, Never>)
        /// The last response was sent, or the connection is closed.
        case ended
    }

    private let handler: PoolRequestHandler
    private let limits: PoolServerLimits
    private let budget: BodyBudget
    private var state = State.waiting
    /// The body received so far, whose bytes are reserved in the budget.
    private var body: [UInt8] = []
    /// Whether the client has closed its side of the connection.
    private var isInputClosed = false

    /// Creates the handler of a connection; all connections share the budget.
    init(_ handler: PoolRequestHandler, _ limits: PoolServerLimits, _ budget: BodyBudget) {
        self.handler = handler
        self.limits = limits
        self.budget = budget
    }

    /// Starts, continues or performs a request when its next part arrives. Ignores parts after a rejection.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (Self.unwrapInboundIn(data), state) {
        case (.head(let head), .waiting): beginRequest(head, context)
        case (.body(let part), .reading): receive(part, context)
        case (.end, .reading(let head)): callPool(PoolRequest(head: head, body: body), context)
        default: break
        }
    }

    /// Cancels the request in progress, and releases its body.
    func channelInactive(context: ChannelHandlerContext) {
        if case .answering(_, let task) = state { task.cancel() }
        state = .ended
        discardBody()
        context.fireChannelInactive()
    }

    /// Rejects a request that exceeds a limit. When the client closes its side, closes a connection without a request.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ConnectionTrouble.headTooLarge: reject(.requestHeaderFieldsTooLarge, context)
        case ConnectionTrouble.bodyTooLarge: reject(.payloadTooLarge, context)
        case ConnectionTrouble.deadline(.answer): reject(.serviceUnavailable, context)
        case ConnectionTrouble.deadline: reject(.requestTimeout, context)
        case ChannelEvent.inputClosed:
            isInputClosed = true
            if case .waiting = state { context.close(promise: nil) }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    /// Rejects input that is not valid HTTP, ignores repeats of this error, and closes the connection after any other.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow: reject(.requestHeaderFieldsTooLarge, context)
        case is HTTPParserError: reject(.badRequest, context)
        // The parser reports an error again for each read after input that is not HTTP.
        case is ByteToMessageDecoderError: break
        default: context.close(promise: nil)
        }
    }

    // MARK: The request

    /// Rejects a request whose head is invalid, or starts to receive its body. Sends an expected `100 Continue`.
    private func beginRequest(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        state = .reading(head)
        if let rejection = handler.recordedRejection(ofInvalidHead: head) { return reject(rejection, context) }
        context.triggerUserOutboundEvent(ConnectionPhase.body, promise: nil)
        // HTTP/1.0 does not support `Expect: 100-continue` (RFC 9110, 10.1.1).
        guard head.version == .http1_1, head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" })
        else { return }
        let continueHead = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(Self.wrapOutboundOut(.head(continueHead)), promise: nil)
    }

    /// Appends a part of the body, or rejects the request if the body exceeds a limit.
    private func receive(_ part: ByteBuffer, _ context: ChannelHandlerContext) {
        let count = part.readableBytes
        guard body.count + count <= limits.bodyBytes else { return reject(.payloadTooLarge, context) }
        guard budget.reserve(count) else { return reject(.serviceUnavailable, context) }
        body.append(contentsOf: part.readableBytesView)
    }

    /// Discards the body that was read so far, and returns its bytes to the budget.
    private func discardBody() {
        budget.release(body.count)
        body = []
    }

    /// Starts to perform a complete request, and writes the response when the pool returns it.
    private func callPool(_ request: PoolRequest, _ context: ChannelHandlerContext) {
        context.triggerUserOutboundEvent(ConnectionPhase.answer, promise: nil)
        let promise = context.eventLoop.makePromise(of: PoolAnswer.self)
        let task = promise.completeWithTask { [handler] in await handler.perform(request) }
        state = .answering(request.head, task)
        promise.futureResult.assumeIsolated().whenSuccess { self.write($0, context) }
    }

    // MARK: The response

    /// Writes the response, then waits for the next request or ends the connection.
    private func write(_ answer: PoolAnswer, _ context: ChannelHandlerContext) {
        guard case .answering(let request, _) = state else { return }
        discardBody()
        // HTTP/1.0 clients would need further headers to reuse the connection. After a request that asks for another
        // protocol, the parser reads no further request.
        let isLast =
            answer.isLast || !request.isKeepAlive || request.version != .http1_1
            || request.headers.contains(name: "upgrade")
        guard !isLast, !isInputClosed else {
            return end(with: answer, to: request, context)
        }
        context.triggerUserOutboundEvent(ConnectionPhase.writing, promise: nil)
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        let bytes = request.method == .HEAD ? [] : answer.body
        let body = Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
        // After `.end`, the pipelining handler reads the next request. So `.end` is written only when the body is sent.
        // Otherwise, responses that the client does not read would accumulate.
        context.writeAndFlush(body).assumeIsolated().whenSuccess {
            guard case .answering = self.state else { return }
            self.state = .waiting
            context.triggerUserOutboundEvent(ConnectionPhase.idle, promise: nil)
            context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    /// Ends the exchange: cancels a request in progress, discards its body, and writes the last response.
    /// ``ConnectionGuard`` then closes the connection.
    private func end(with answer: PoolAnswer, to head: HTTPRequestHead?, _ context: ChannelHandlerContext) {
        if case .answering(_, let task) = state { task.cancel() }
        state = .ended
        discardBody()
        let bytes = answer.lastBytes(hasBody: head?.method != .HEAD)
        context.triggerUserOutboundEvent(LastAnswer(bytes: bytes), promise: nil)
    }

    // MARK: Rejections

    /// Rejects the current request, or invalid bytes, with a status. Records the rejection.
    ///
    /// After the last response, does nothing: what arrives then belongs to a request that has its response.
    private func reject(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
        if case .ended = state { return }
        reject(handler.recordedRejection(status, of: requestHead), context)
    }

    /// Writes the response to a rejected request, and ends the connection.
    private func reject(_ answer: PoolAnswer, _ context: ChannelHandlerContext) {
        let readableAnswer = requestHead.map { handler.addingCORSHeaders(to: answer, for: $0) } ?? answer
        end(with: readableAnswer, to: requestHead, context)
    }

    /// The head of the current request, if it was received.
    private var requestHead: HTTPRequestHead? {
        switch state {
        case .reading(let head), .answering(let head, _): head
        case .waiting, .ended: nil
        }
    }
}
