import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
package import UserPool

/// Serves an embedded user pool over HTTP, to test Cognito clients against it.
///
/// ```
/// let server = PoolServer(pool)
/// async let served: Void = server.run()
/// let port = try await server.waitUntilListening()
/// ```
package actor PoolServer {
    /// The reason why clients cannot connect to a server.
    package enum Failure: Error, Sendable, Equatable {
        /// The address is invalid or the port unavailable, with the reason.
        case cannotListen(String)
        /// The listening socket was closed by something other than ``PoolServer/stop()``.
        case broken
        /// The server was stopped or has already run, or its task or the waiting task was canceled.
        case ended
    }

    /// The I/O thread of all servers; one is enough, because the pools do the work elsewhere.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// The address that the server listens on.
    package nonisolated let host: String
    private let pool: CognitoUserPool
    private let requestedPort: UInt16
    private let limits: PoolServerLimits
    private let handler: PoolRequestHandler
    private let report: @Sendable (PoolServerNotice) -> Void
    private let connections: ConnectionTable
    private let budget: BodyBudget

    /// Whether ``run()`` was called.
    private var hasBegun = false
    private var isStopped = false
    private var listener: (any Channel)?
    /// The port, or the reason why clients cannot connect; nil until the server has tried to listen.
    private var opening: Result<UInt16, Failure>?
    /// The continuations of calls that wait until the server listens, by number.
    private var waiters: [Int: CheckedContinuation<Result<UInt16, Failure>?, Never>] = [:]
    /// The number of calls that have waited so far.
    private var waiterCount = 0

    /// Creates a server that does not listen yet.
    /// - Parameters:
    ///   - pool: the pool. Its issuer becomes this server's URL, followed by the pool's id.
    ///   - host: the address to listen on: IPv4, IPv6 or `localhost`. By default only this computer can connect.
    ///   - port: the port; 0 selects a free one.
    ///   - access: the accepted hosts, origins and keys.
    ///   - limits: the limits for time, memory and connections.
    ///   - observe: receives a record of every request except permitted CORS preflight requests, without secrets.
    ///   - report: receives notices for the operator.
    package init(
        _ pool: CognitoUserPool, host: String = "127.0.0.1", port: UInt16 = 0, access: PoolAccess = PoolAccess(),
        limits: PoolServerLimits = PoolServerLimits(),
        observe: @escaping @Sendable (PoolRequestRecord) -> Void = { _ in },
        report: @escaping @Sendable (PoolServerNotice) -> Void = { _ in }
    ) {
        self.pool = pool
        self.host = host
        self.limits = limits
        self.report = report
        requestedPort = port
        budget = BodyBudget(bytes: limits.bodiesBytes)
        // The group must open its descriptors before the available ones are counted.
        _ = Self.group
        connections = ConnectionTable(atMost: min(limits.connections, Descriptors.availableCount))
        let region = pool.configuration.region
        handler = PoolRequestHandler(
            pool: pool, limits: limits, hostCheck: HostHeaderCheck(host, access),
            signatureCheck: access.allowsUnsignedAdministration ? nil : SignatureCheck(access.keys, region: region),
            observe: observe)
    }

    /// Serves until ``stop()`` is called or the task is canceled.
    /// - Throws: ``Failure/cannotListen(_:)``; ``Failure/broken``; ``Failure/ended`` if it has run or was stopped
    ///   before.
    package func run() async throws(Failure) {
        guard !hasBegun, !isStopped else { throw .ended }
        hasBegun = true
        let channel = try await listen()
        listener = channel
        // The server may have been stopped while it began to listen.
        if isStopped { channel.close(promise: nil) }
        if !isStopped, let port = channel.localAddress?.port.flatMap(UInt16.init) {
            await pool.setIssuer(url(port: port) + "/" + pool.configuration.poolID)
            // The server may have been stopped during the call.
            if opening == nil { resolveOpening(.success(port)) }
        }
        await withTaskCancellationHandler {
            _ = try? await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
        await connections.close()
        let isBroken = !isStopped && !Task.isCancelled
        resolveOpening(.failure(isBroken ? .broken : .ended))
        if isBroken { throw .broken }
    }

    /// Waits until clients can connect, and returns the port.
    /// - Throws: ``Failure`` if they cannot, and ``Failure/ended`` if the waiting task is canceled.
    package func waitUntilListening() async throws(Failure) -> UInt16 {
        if let opening { return try opening.get() }
        waiterCount += 1
        let waiterNumber = waiterCount
        let result: Result<UInt16, Failure>? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: nil)
                } else {
                    waiters[waiterNumber] = continuation
                }
            }
        } onCancel: {
            Task { await self.cancelWaiter(waiterNumber) }
        }
        guard let result else { throw .ended }
        return try result.get()
    }

    /// Stops the server and closes all connections.
    package func stop() async {
        isStopped = true
        try? await listener?.close()
        await connections.close()
        resolveOpening(.failure(.ended))
    }

    /// Returns the server's URL with a port and without a path.
    package nonisolated func url(port: UInt16) -> String {
        "http://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    /// Sets the result of opening the port, and resumes all calls that wait for it.
    private func resolveOpening(_ result: Result<UInt16, Failure>) {
        opening = result
        for waiter in waiters.values { waiter.resume(returning: result) }
        waiters = [:]
    }

    /// Resumes the waiting call with a number, whose task was canceled.
    private func cancelWaiter(_ number: Int) {
        waiters.removeValue(forKey: number)?.resume(returning: nil)
    }

    // MARK: The socket

    /// Opens the listening socket, and returns its channel.
    /// - Throws: ``Failure/cannotListen(_:)``, also in all calls that wait for the port.
    private func listen() async throws(Failure) -> any Channel {
        do {
            let address = try SocketAddress(
                ipAddress: host.lowercased() == "localhost" ? "127.0.0.1" : host, port: Int(requestedPort))
            return try await makeBootstrap().bind(to: address).get()
        } catch {
            let systemMessage = (error as? IOError).map { String(cString: strerror($0.errnoCode)) }
            let reason = systemMessage ?? "it is not an IP address"
            let failure = Failure.cannotListen(reason)
            resolveOpening(.failure(failure))
            throw failure
        }
    }

    /// Creates the bootstrap, which configures the listening socket and its connections.
    private func makeBootstrap() -> ServerBootstrap {
        ServerBootstrap(group: Self.group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { [connections, report] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ConnectionLimiter(connections, report: report))
                }
            }
            // A client may close its output and still wait for the response.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [limits, handler, budget] channel in
                channel.eventLoop.makeCompletedFuture {
                    try Self.addHandlers(to: channel, limits, ExchangeHandler(handler, limits, budget))
                }
            }
    }

    /// Adds the handlers of a connection, from the socket to the exchange handler.
    private static func addHandlers(
        to channel: any Channel, _ limits: PoolServerLimits, _ exchange: ExchangeHandler
    ) throws {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = limits.fieldBytes
        decoding.maxHeaderListSize = limits.headBytes
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ConnectionGuard(limits))
        try pipeline.addHandler(HTTPResponseEncoder())
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoding)))
        try pipeline.addHandler(HTTPServerPipelineHandler())
        try pipeline.addHandler(exchange)
    }
}
