#if canImport(CCurl)
    import Foundation

    /// Sends requests with libcurl, which keeps connections for later requests.
    ///
    /// All requests of a transport run on one thread of its own. It begins with the first request and ends some time after the
    /// last, or when the transport goes; its connections go with it. Speaks HTTP/1.1, and TLS from 1.2. Has no cookies, no cache
    /// and no stored credentials, and asks for no compression. The proxy for `https` is that of the environment (`https_proxy`,
    /// `no_proxy`), which sees no more than the host's name; requests over `http` go to no proxy, for they are not encrypted.
    public final class CurlTransport: HTTPTransport {
        private let loop: CurlLoop

        /// A transport with connections of its own.
        /// - Parameters:
        ///   - connectionsPerHost: how many requests to a host may be on their way at the same time, at least 1; others wait
        ///     until one of them ends.
        ///   - idleTime: after how long without a request the connections are closed; an hour at most.
        ///   - authorities: the path of a PEM file with the certificates of those who may vouch for a service, in place of the
        ///     system's.
        public convenience init(
            connectionsPerHost: Int = 64, idleTime: Duration = .seconds(120), authorities: String? = nil
        ) {
            self.init(
                connectionsPerHost: connectionsPerHost, idleTime: idleTime, authorities: authorities, proxy: nil)
        }

        /// A transport that takes this proxy for `https`, in place of the environment's.
        package init(
            connectionsPerHost: Int = 64, idleTime: Duration = .seconds(120), authorities: String?, proxy: String?
        ) {
            loop = CurlLoop(
                CurlSettings(
                    connectionsPerHost: min(max(connectionsPerHost, 1), 1 << 16),
                    idleTime: min(max(idleTime, .zero), .seconds(3600)), authorities: authorities, proxy: proxy))
        }

        deinit { loop.stop() }

        /// Sends one request, once.
        ///
        /// Where the other side has closed a kept connection before the request, libcurl sees that and takes a new one. Where it
        /// closes it later, libcurl would send the request again: it is told not to, and the failure is ``HTTPFailure/cut``,
        /// even in the rare case that nothing was sent yet, which libcurl does not tell reliably.
        /// - Returns: the answer, whatever its status.
        /// - Throws: why there is none.
        public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            guard !Task.isCancelled else { throw .cancelled }
            // Its end closes the connections: not before that of the last request.
            defer { withExtendedLifetime(self) {} }
            let exchange = HTTPExchange(longestBody: request.longestAnswer)
            let result = await withTaskCancellationHandler {
                await exchange.result { loop.perform(.start(request, exchange)) }
            } onCancel: {
                loop.perform(.giveUp(exchange))
            }
            return try result.get()
        }
    }
#endif
