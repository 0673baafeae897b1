import NIOCore
import NIOHTTP1

/// Collects each request, calls the pool, and writes the response.
///
/// It handles one request at a time and is the last handler of a connection.
final class ExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case waiting
        case reading(HTTPRequestHead)
        case answering(HTTPRequestHead, Task<Void, Never>)
        /// The last response is being sent.
        case ended
    }

    private let handler: PoolRequestHandler
    private let limits: PoolServerLimits
    private let budget: BodyBudget
    private var state = State.waiting
    /// The body received so far, reserved in the budget.
    private var body: [UInt8] = []
    private var isInputClosed = false

    init(_ handler: PoolRequestHandler, _ limits: PoolServerLimits, _ budget: BodyBudget) {
        self.handler = handler
        self.limits = limits
        self.budget = budget
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (Self.unwrapInboundIn(data), state) {
        case (.head(let head), .waiting): begin(head, context)
        case (.body(let part), .reading): read(part, context)
        case (.end, .reading(let head)): ask(PoolRequest(head: head, body: body), context)
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .answering(_, let task) = state { task.cancel() }
        state = .ended
        dropBody()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ConnectionTrouble.headTooLarge: refuse(.requestHeaderFieldsTooLarge, context)
        case ConnectionTrouble.bodyTooLarge: refuse(.payloadTooLarge, context)
        case ConnectionTrouble.deadline(.answer): refuse(.serviceUnavailable, context)
        case ConnectionTrouble.deadline: refuse(.requestTimeout, context)
        case ChannelEvent.inputClosed:
            isInputClosed = true
            if case .waiting = state { context.close(promise: nil) }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow: refuse(.requestHeaderFieldsTooLarge, context)
        case is HTTPParserError: refuse(.badRequest, context)
        // Further bytes after input that is not HTTP.
        case is ByteToMessageDecoderError: break
        default: context.close(promise: nil)
        }
    }

    // MARK: The request

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        state = .reading(head)
        if let answer = handler.refusal(of: head) { return refuse(answer, context) }
        context.triggerUserOutboundEvent(ConnectionPhase.body, promise: nil)
        // HTTP/1.0 does not support it (RFC 9110, 10.1.1).
        guard head.version == .http1_1, head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" })
        else { return }
        let go = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(Self.wrapOutboundOut(.head(go)), promise: nil)
    }

    private func read(_ part: ByteBuffer, _ context: ChannelHandlerContext) {
        let count = part.readableBytes
        guard body.count + count <= limits.bodyBytes else { return refuse(.payloadTooLarge, context) }
        guard budget.take(count) else { return refuse(.serviceUnavailable, context) }
        body.append(contentsOf: part.readableBytesView)
    }

    private func dropBody() {
        budget.give(body.count)
        body = []
    }

    private func ask(_ request: PoolRequest, _ context: ChannelHandlerContext) {
        context.triggerUserOutboundEvent(ConnectionPhase.answer, promise: nil)
        let promise = context.eventLoop.makePromise(of: PoolAnswer.self)
        let task = promise.completeWithTask { [handler] in await handler.answer(request) }
        state = .answering(request.head, task)
        promise.futureResult.assumeIsolated().whenSuccess { self.write($0, context) }
    }

    // MARK: The answer

    private func write(_ answer: PoolAnswer, _ context: ChannelHandlerContext) {
        guard case .answering(let request, _) = state else { return }
        dropBody()
        // The parser reads nothing after a request that asks for another protocol.
        let isLast =
            answer.isLast || !request.isKeepAlive || request.version != .http1_1
            || request.headers.contains(name: "upgrade")
        guard !isLast, !isInputClosed else {
            return end(with: answer, to: request, context)
        }
        context.triggerUserOutboundEvent(ConnectionPhase.writing, promise: nil)
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        let body = Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body))))
        // The next request is read only after this response is sent, so a client must read its responses.
        context.writeAndFlush(body).assumeIsolated().whenSuccess {
            guard case .answering = self.state else { return }
            self.state = .waiting
            context.triggerUserOutboundEvent(ConnectionPhase.idle, promise: nil)
            context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    private func end(with answer: PoolAnswer, to head: HTTPRequestHead?, _ context: ChannelHandlerContext) {
        if case .answering(_, let task) = state { task.cancel() }
        state = .ended
        dropBody()
        let bytes = answer.lastBytes(hasBody: head?.method != .HEAD)
        context.triggerUserOutboundEvent(LastAnswer(bytes: bytes), promise: nil)
    }

    // MARK: Refusals

    private func refuse(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
        refuse(handler.refusal(status, of: head), context)
    }

    private func refuse(_ answer: PoolAnswer, _ context: ChannelHandlerContext) {
        if case .ended = state { return }
        end(with: head.map { handler.readable(answer, for: $0) } ?? answer, to: head, context)
    }

    private var head: HTTPRequestHead? {
        switch state {
        case .reading(let head), .answering(let head, _): head
        case .waiting, .ended: nil
        }
    }
}
