#if !canImport(CCurl)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Sends requests with the system's URL loading, which keeps connections for later requests.
    ///
    /// Has no cookies, no cache, and no stored credentials; answers no question for a password. Proxies are those of the system.
    /// A connection serves one request at a time, whatever version of HTTP is spoken on it, and none whose request was given up is
    /// used again.
    ///
    /// Not there on Linux: Foundation up to that of Swift 6.3 ends the process when a connection ends between the first line and the
    /// last of an answer's head (swift-corelibs-foundation issue 5285, mended by its pull request 5286). See ``SystemTransport``.
    public final class URLSessionTransport: HTTPTransport {
        private let sessions: SessionPool

        /// A transport with connections of its own, which close when it goes.
        /// - Parameter connections: how many requests may be on their way at the same time, at least 1; others wait until one of
        ///   them ends.
        public init(connections: Int = 64) {
            sessions = SessionPool(limit: max(connections, 1))
        }

        /// Sends one request, once.
        /// - Returns: the answer, whatever its status.
        /// - Throws: why there is none.
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
            // Only what ended as an answer, and was taken as one, leaves a connection on which nothing more can come.
            let isOver = lease.delegate.end()
            if case .success = result, isOver {
                sessions.giveBack(lease, isClean: true)
            } else {
                sessions.giveBack(lease, isClean: false)
            }
            return try result.get()
        }
    }

    extension URLRequest {
        /// A request as the system's URL loading takes it.
        fileprivate init(_ request: HTTPRequest, to url: URL) {
            // The limit of the system is in whole seconds on Linux and cuts off the rest: the client has its own.
            self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 3600)
            httpMethod = "POST"
            httpShouldHandleCookies = false
            for field in request.fields { setValue(field.value, forHTTPHeaderField: field.name) }
            httpBody = Data(request.body)
        }
    }
#endif
