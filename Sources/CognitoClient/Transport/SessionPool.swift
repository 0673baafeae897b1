#if !canImport(CCurl)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A pool of `URLSession`s, each lent to one exchange at a time.
    ///
    /// Each session has its own connections. No two exchanges share a session, and a session whose exchange was
    /// cancelled is invalidated. So a late response never reaches another request, whatever version of HTTP or proxy
    /// is in use.
    final class SessionPool: @unchecked Sendable {
        /// A session and its delegate.
        struct Lease: Sendable {
            let session: URLSession
            let delegate: SessionDelegate
        }

        private let limit: Int
        private let lock = NSLock()
        private var idle: [Lease] = []
        /// The number of sessions that are lent.
        private var lent = 0
        /// The callers that wait for a session, first come first served.
        private var waiting: [(id: UUID, continuation: CheckedContinuation<Lease?, Never>)] = []

        /// Creates a pool without sessions.
        /// - Parameter limit: the maximum number of concurrent exchanges; others wait.
        init(limit: Int) {
            self.limit = limit
        }

        deinit {
            for lease in idle { lease.session.invalidateAndCancel() }
        }

        /// Waits for a free session, and lends it to the caller, who must return it with ``giveBack(_:isClean:)``.
        /// - Returns: nil if the task was cancelled first.
        func take() async -> Lease? {
            let id = UUID()
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    // The outer optional is nil if the caller must wait.
                    let lease = lock.withLock { () -> Lease?? in
                        if Task.isCancelled { return .some(nil) }
                        guard lent < limit else {
                            waiting.append((id, continuation))
                            return nil
                        }
                        lent += 1
                        return idle.popLast() ?? Self.makeLease()
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

        /// Takes a session back, and lends it or a new one to the next waiting caller.
        /// - Parameters:
        ///   - lease: the session that ``take()`` returned.
        ///   - isClean: whether its exchange completed. If not, the session is invalidated.
        func giveBack(_ lease: Lease, isClean: Bool) {
            if !isClean { lease.session.invalidateAndCancel() }
            let next = lock.withLock { () -> (CheckedContinuation<Lease?, Never>, Lease)? in
                guard !waiting.isEmpty else {
                    lent -= 1
                    if isClean { idle.append(lease) }
                    return nil
                }
                return (waiting.removeFirst().continuation, isClean ? lease : Self.makeLease())
            }
            if let (continuation, lease) = next { continuation.resume(returning: lease) }
        }

        /// Creates a session with its own connections and without cookies, cache or stored credentials.
        private static func makeLease() -> Lease {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.httpMaximumConnectionsPerHost = 1
            // Elsewhere, libcurl and its TLS library determine it.
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
