#if canImport(CCurl)
    public import FlowCore
    import Foundation

    /// An HTTP transport over libcurl that reuses connections.
    ///
    /// All requests of a transport run on one thread. It starts with the first request. It ends some time after the
    /// last, or when the transport is released, and closes its connections. The transport speaks HTTP/1.1, and TLS 1.2
    /// or later. It has no cookies, no cache and no stored credentials, and requests no compression. For `https` it
    /// uses the proxy of the environment (`https_proxy`, `no_proxy`), which sees only the host's name. Requests over
    /// `http` use no proxy, since they are not encrypted.
    public final class CurlTransport: HTTPTransport, Redacted {
        private let loop: CurlLoop

        /// Creates a transport with its own connections.
        /// - Parameters:
        ///   - connectionsPerHost: the maximum number of concurrent requests per host, at least 1. Further requests
        ///     wait.
        ///   - idleTime: how long connections may be idle before they are closed; an hour at most.
        ///   - authorities: the path of a PEM file with trusted certificate authorities, instead of the system's.
        public convenience init(
            connectionsPerHost: Int = 64, idleTime: Duration = .seconds(120), authorities: String? = nil
        ) {
            self.init(
                connectionsPerHost: connectionsPerHost, idleTime: idleTime, authorities: authorities, proxy: nil)
        }

        /// Creates a transport with a proxy for `https`, instead of the environment's.
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
        /// If the peer closed a reused connection before the request, libcurl detects that and opens a new one. If the
        /// peer closes it later, libcurl would send the request again, but this transport forbids that. The failure is
        /// ``HTTPFailure/connectionReset``, even in the rare case that nothing was sent, which libcurl does not report
        /// reliably.
        /// - Returns: the response, whatever its status.
        /// - Throws: ``HTTPFailure`` if there is no response.
        public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            guard !Task.isCancelled else { throw .cancelled }
            // Releasing the transport closes its connections, so it must live until the last request ends.
            defer { withExtendedLifetime(self) {} }
            let exchange = HTTPExchange(longestBody: request.longestAnswer)
            let result = await withTaskCancellationHandler {
                await exchange.result { loop.perform(.start(request, exchange)) }
            } onCancel: {
                loop.perform(.cancel(exchange))
            }
            return try result.get()
        }
    }
#endif
