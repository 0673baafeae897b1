import FlyingFox
import FlyingSocks
package import UserPool

/// An embedded user pool behind a port: what other people's clients of Amazon Cognito can be tried against.
///
/// ```
/// let server = PoolServer(pool)
/// async let served: Void = server.run()
/// let port = try await server.waitUntilListening()
/// ```
package actor PoolServer {
    /// Why nobody can connect.
    package enum Failure: Error, Sendable, Equatable {
        /// The address is no IPv4 or IPv6 address, or the port cannot be had; with the reason in the system's words.
        case cannotListen(String)
        /// The server has ended.
        case ended
    }

    /// The address that the server listens on.
    package nonisolated let host: String
    private let pool: CognitoUserPool
    private let wantedPort: UInt16
    private let handler: PoolRequestHandler

    private var server: HTTPServer?
    private var isStopped = false
    /// Where clients can connect, or why they cannot; nothing before that is known.
    private var opening: Result<UInt16, Failure>?
    private var waiters: [Int: CheckedContinuation<Result<UInt16, Failure>?, Never>] = [:]
    private var waiterCount = 0

    /// A server that does not listen yet.
    /// - Parameters:
    ///   - pool: what answers. Its issuer becomes this server's URL.
    ///   - host: the address to listen on, IPv4 or IPv6 or `localhost`; that of this computer alone if none is said.
    ///   - port: the port; 0 takes a free one.
    ///   - limits: what a request may take.
    ///   - observe: is told of every request, without secrets.
    package init(
        _ pool: CognitoUserPool, host: String = "127.0.0.1", port: UInt16 = 0,
        limits: PoolServerLimits = PoolServerLimits(),
        observe: @escaping @Sendable (PoolRequestRecord) -> Void = { _ in }
    ) {
        self.pool = pool
        self.host = host
        wantedPort = port
        handler = PoolRequestHandler(pool: pool, limits: limits, observe: observe)
    }

    /// Serves until ``stop()`` or until the task is cancelled.
    /// - Throws: ``Failure/cannotListen(_:)``; ``Failure/ended`` if it has run before.
    package func run() async throws(Failure) {
        guard server == nil, !isStopped else { throw .ended }
        let server: HTTPServer
        do {
            server = try Self.server(host, wantedPort, handler)
        } catch {
            throw settle(.cannotListen("\(error)"))
        }
        self.server = server
        let serving = Task { try await server.run() }
        let announcing = Task { await self.announce(server) }
        let result: Result<Void, any Error> = await withTaskCancellationHandler {
            await serving.result
        } onCancel: {
            serving.cancel()
        }
        announcing.cancel()
        if case .failure(let error) = result, !isStopped, !Task.isCancelled, opening == nil {
            throw settle(.cannotListen("\(error)"))
        }
        _ = settle(.ended)
    }

    /// Waits until clients can connect.
    /// - Returns: the port.
    /// - Throws: ``Failure`` if they never can, and ``Failure/ended`` if the waiting task is cancelled.
    package func waitUntilListening() async throws(Failure) -> UInt16 {
        if let opening { return try opening.get() }
        waiterCount += 1
        let mine = waiterCount
        let result: Result<UInt16, Failure>? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { continuation.resume(returning: nil) } else { waiters[mine] = continuation }
            }
        } onCancel: {
            Task { await self.abandon(mine) }
        }
        guard let result else { throw .ended }
        return try result.get()
    }

    /// Ends the server: nobody can connect any more, and connections are closed.
    package func stop() async {
        isStopped = true
        await server?.stop()
        _ = settle(.ended)
    }

    /// The URL of the server, without a path, once its port is known.
    package nonisolated func url(port: UInt16) -> String {
        "http://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    private func announce(_ server: HTTPServer) async {
        // A day is as good as no limit; the task is cancelled when the server ends.
        guard (try? await server.waitUntilListening(timeout: 86_400)) != nil else { return }
        guard let port = await server.listeningAddress?.portNumber else { return }
        await pool.setIssuer(url(port: port) + "/" + pool.configuration.poolID)
        settle(.success(port))
    }

    private func settle(_ failure: Failure) -> Failure {
        if opening == nil || failure == .ended { settle(.failure(failure)) }
        return failure
    }

    private func settle(_ result: Result<UInt16, Failure>) {
        opening = result
        for waiter in waiters.values { waiter.resume(returning: result) }
        waiters = [:]
    }

    private func abandon(_ number: Int) {
        waiters.removeValue(forKey: number)?.resume(returning: nil)
    }

    private static func server(_ host: String, _ port: UInt16, _ handler: PoolRequestHandler) throws -> HTTPServer {
        // The handler has a limit of its own for the body; the pool needs some time, too.
        let seconds = handler.limits.seconds + 60
        if host.contains(":") {
            return HTTPServer(
                config: .init(
                    address: try .inet6(ip6: host, port: port), timeout: seconds,
                    sharedRequestReplaySize: 0, logger: .disabled), handler: handler)
        }
        let address = host == "localhost" ? "127.0.0.1" : host
        return HTTPServer(
            config: .init(
                address: try .inet(ip4: address, port: port), timeout: seconds,
                sharedRequestReplaySize: 0, logger: .disabled), handler: handler)
    }
}

extension Socket.Address {
    fileprivate var portNumber: UInt16? {
        switch self {
        case .ip4(_, let port), .ip6(_, let port): port
        case .unix: nil
        }
    }
}
