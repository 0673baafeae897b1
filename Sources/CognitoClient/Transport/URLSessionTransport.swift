#if !canImport(CCurl)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// An HTTP transport over `URLSession` that reuses connections.
    ///
    /// It has no cookies, no cache and no stored credentials, and refuses authentication challenges. It uses the
    /// system's proxies. A connection serves one request at a time in any version of HTTP, and is not reused after a
    /// cancelled request.
    ///
    /// It is not available on Linux: Foundation up to that of Swift 6.3 crashes if a connection ends inside a
    /// response's head (swift-corelibs-foundation issue 5285, fixed by its pull request 5286). See
    /// ``SystemTransport``.
    public final class URLSessionTransport: HTTPTransport {
        private let sessions: SessionPool

        /// Creates a transport with its own connections, which close when it is released.
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
            let exchange = HTTPExchange(longestBody: request.longestAnswer)
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
#endif
