#if !canImport(CCurl)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// An HTTP transport over `URLSession` that reuses connections.
    ///
    /// It has no cookies, no cache and no stored credentials, and refuses authentication challenges. It uses the
    /// system's proxies. A connection serves one request at a time in any version of HTTP. The transport does not reuse
    /// a connection after a request that failed or was canceled.
    ///
    /// It is not available on Linux: Foundation up to that of Swift 6.3 crashes if a connection ends inside a
    /// response's head (swift-corelibs-foundation issue 5285, fixed by its pull request 5286). Only tests of this
    /// package can build it there, without libcurl. See ``SystemTransport``.
    public final class URLSessionTransport: HTTPTransport {
        private let sessions: SessionPool

        /// Creates a transport with its own connections, which close when the transport is released.
        /// - Parameter connections: the maximum number of concurrent requests, at least 1; others wait.
        public init(connections: Int = 64) {
            sessions = SessionPool(limit: max(connections, 1))
        }

        /// Sends one request, once.
        /// - Returns: the response, whatever its status.
        /// - Throws: ``HTTPFailure`` if there is no response.
        public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            guard let url = URL(string: request.url) else { throw .unknownHost }
            guard let lease = await sessions.take() else { throw .cancelled }
            let task = lease.session.dataTask(with: URLRequest(request, to: url))
            let exchange = HTTPExchange(longestBody: request.maxResponseSize)
            lease.delegate.begin(exchange, in: task)
            let result = await withTaskCancellationHandler {
                await exchange.result { task.resume() }
            } onCancel: {
                exchange.finish(.failure(.cancelled))
            }
            // Only an exchange that completed with a response leaves a connection on which nothing more can arrive.
            let hasCompleted = lease.delegate.end()
            if case .success = result, hasCompleted {
                sessions.giveBack(lease, isClean: true)
            } else {
                sessions.giveBack(lease, isClean: false)
            }
            return try result.get()
        }
    }

    extension URLRequest {
        /// Creates the `URLRequest` that sends a request to a URL.
        fileprivate init(_ request: HTTPRequest, to url: URL) {
            // On Linux `URLSession` truncates its timeout to whole seconds. The client has its own timeout.
            self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 3600)
            httpMethod = "POST"
            httpShouldHandleCookies = false
            for field in request.fields { setValue(field.value, forHTTPHeaderField: field.name) }
            httpBody = Data(request.body)
        }
    }

    /// A delegate that forwards `URLSession` callbacks to the exchange that they belong to.
    ///
    /// It never cancels a task: on Linux, doing so in a delegate method traps. ``URLSessionTransport`` invalidates the
    /// session instead. The lock guards all other properties, because several threads use them.
    final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        private let lock = NSLock()
        /// The current exchange and its task. The session serves one exchange at a time, but an earlier task may still
        /// call back.
        private var current: (exchange: HTTPExchange, task: Int)?
        private var isCompleted = false

        /// Starts to forward a task's callbacks to an exchange.
        func begin(_ exchange: HTTPExchange, in task: URLSessionTask) {
            lock.withLock { (current, isCompleted) = ((exchange, task.taskIdentifier), false) }
        }

        /// Ends the forwarding, so that further callbacks of the task are ignored.
        /// - Returns: whether the task completed without an error.
        func end() -> Bool {
            lock.withLock {
                current = nil
                return isCompleted
            }
        }

        /// Returns the exchange of a task, or nil if it is not the current one.
        private func exchange(of task: URLSessionTask) -> HTTPExchange? {
            lock.withLock { current?.task == task.taskIdentifier ? current?.exchange : nil }
        }

        /// Passes a response's head to its exchange.
        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            if let response = response as? HTTPURLResponse {
                let fields = response.allHeaderFields.compactMap { name, value -> HTTPField? in
                    guard let name = name as? String, let value = value as? String else { return nil }
                    return HTTPField(name, value)
                }
                let exchange = exchange(of: dataTask)
                exchange?.receive(status: response.statusCode, fields: fields)
                exchange?.finishIfTooLong(announcedLength: response.expectedContentLength)
            }
            completionHandler(.allow)
        }

        /// Passes a part of a body to its exchange.
        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            exchange(of: dataTask)?.receive(data)
        }

        /// Ends the exchange of a task that has completed.
        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let exchange = exchange(of: task) else { return }
            if error == nil { lock.withLock { isCompleted = true } }
            if let error {
                exchange.finish(.failure(HTTPFailure(error)))
            } else {
                exchange.finishWithResponse(orFailure: .notHTTP)
            }
        }

        /// Passes nil to the completion handler, so that a redirect is the response and is not followed.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        /// Ends the exchange when the body is needed again. On Linux, that happens if a reused connection ended
        /// without a response; the service may have handled the request already.
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            exchange(of: task)?.finish(.failure(.connectionReset))
            completionHandler(nil)
        }

        /// Answers an authentication challenge: verifies the server's certificate, and refuses to supply credentials.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            if challenge.protectionSpace.authenticationMethod == Self.serverTrust {
                completionHandler(.performDefaultHandling, nil)
            } else {
                // On Linux the response arrives before the challenge, and refusing it would end the task as canceled.
                if task.response != nil { exchange(of: task)?.finishWithResponse(orFailure: .notHTTP) }
                completionHandler(.rejectProtectionSpace, nil)
            }
        }

        /// The authentication method of a challenge that asks whether to trust the server's certificate.
        private static let serverTrust = "NSURLAuthenticationMethodServerTrust"
    }

    /// A pool of `URLSession`s, each lent to one exchange at a time.
    ///
    /// Each session has its own connections. No two exchanges share a session, and a session whose exchange did not
    /// complete is invalidated. So a late response never reaches another request, whatever version of HTTP or proxy is
    /// in use. The lock guards the variables.
    final class SessionPool: @unchecked Sendable {
        /// A session that is lent to one exchange, with its delegate.
        struct Lease: Sendable {
            let session: URLSession
            let delegate: SessionDelegate
        }

        private let limit: Int
        private let lock = NSLock()
        private var idle: [Lease] = []
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
        /// - Returns: nil if the task was canceled first.
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
            // Elsewhere, libcurl and its TLS library determine the minimum version of TLS.
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
