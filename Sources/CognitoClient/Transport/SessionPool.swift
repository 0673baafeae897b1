#if !canImport(CCurl)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Sessions of the system's URL loading, each lent to one exchange at a time.
    ///
    /// A session keeps connections of its own. Since no two exchanges share one, and since a session whose exchange was given up
    /// is ended with its connections, an answer that comes late has no connection on which somebody else waits: whatever version
    /// of HTTP was agreed on, and whatever a proxy keeps.
    final class SessionPool: @unchecked Sendable {
        /// A session and what hears of its tasks.
        struct Lease: Sendable {
            let session: URLSession
            let delegate: SessionDelegate
        }

        private let limit: Int
        private let lock = NSLock()
        private var idle: [Lease] = []
        private var lent = 0
        private var waiting: [(id: UUID, continuation: CheckedContinuation<Lease?, Never>)] = []

        /// - Parameter limit: how many exchanges may take place at a time; others wait.
        init(limit: Int) {
            self.limit = limit
        }

        deinit {
            for lease in idle { lease.session.invalidateAndCancel() }
        }

        /// Lends a session, as soon as there is one.
        /// - Returns: the session; nil if the task was cancelled before.
        func take() async -> Lease? {
            let id = UUID()
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let lease = lock.withLock { () -> Lease?? in
                        if Task.isCancelled { return .some(nil) }
                        guard lent < limit else {
                            waiting.append((id, continuation))
                            return nil
                        }
                        lent += 1
                        return idle.popLast() ?? Self.make()
                    }
                    if let lease { continuation.resume(returning: lease) }
                }
            } onCancel: {
                let waiter = lock.withLock {
                    waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0) }
                }
                waiter?.continuation.resume(returning: nil)
            }
        }

        /// Takes a session back.
        /// - Parameters:
        ///   - lease: the session.
        ///   - isClean: whether its exchange came to its end; otherwise the session ends with its connections.
        func giveBack(_ lease: Lease, isClean: Bool) {
            if !isClean { lease.session.invalidateAndCancel() }
            let next = lock.withLock { () -> (CheckedContinuation<Lease?, Never>, Lease)? in
                guard !waiting.isEmpty else {
                    lent -= 1
                    if isClean { idle.append(lease) }
                    return nil
                }
                return (waiting.removeFirst().continuation, isClean ? lease : Self.make())
            }
            if let (continuation, lease) = next { continuation.resume(returning: lease) }
        }

        private static func make() -> Lease {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.httpMaximumConnectionsPerHost = 1
            // Elsewhere it is libcurl's, and that of its TLS library.
            #if canImport(Darwin)
                configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
            #endif
            let delegate = SessionDelegate()
            return Lease(
                session: URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil),
                delegate: delegate)
        }
    }
#endif
