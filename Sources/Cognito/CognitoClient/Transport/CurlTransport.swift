#if canImport(CCurl)
    import CCurl
    public import FlowCore
    import Foundation

    /// An HTTP transport over libcurl that reuses connections.
    ///
    /// All requests of a transport run on one thread. The thread starts with the first request. It ends some time after
    /// the last request, or when the transport is released, and then closes its connections. The transport speaks
    /// HTTP/1.1, and TLS 1.2 or later. It has no cookies, no cache and no stored credentials, and requests no
    /// compression. Requests over `https` use the proxy of the environment (`https_proxy`, `all_proxy` and `no_proxy`,
    /// also in upper case), which sees only the host's name. Requests over `http` use no proxy, because they are not
    /// encrypted.
    public final class CurlTransport: HTTPTransport, Redacted {
        private let loop: CurlLoop

        /// Creates a transport with its own connections.
        /// - Parameters:
        ///   - connectionsPerHost: the maximum number of concurrent requests per host, at least 1. Further requests
        ///     wait.
        ///   - idleTime: how long a connection may be idle before the transport closes it, at most an hour.
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
        /// If the peer closed a reused connection before the request, libcurl opens a new connection. If the peer
        /// closes the connection later, libcurl would send the request again, but this transport forbids this. The
        /// failure is then ``HTTPFailure/connectionReset``. In rare cases, the transport reports this failure although
        /// libcurl sent nothing.
        /// - Returns: the response, whatever its status.
        /// - Throws: ``HTTPFailure`` if there is no response.
        public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            guard !Task.isCancelled else { throw .cancelled }
            // Releasing the transport closes its connections, so it must live until the last request ends.
            defer { withExtendedLifetime(self) {} }
            let exchange = HTTPExchange(longestBody: request.maxResponseSize)
            let result = await withTaskCancellationHandler {
                await exchange.result { loop.perform(.start(request, exchange)) }
            } onCancel: {
                loop.perform(.cancel(exchange))
            }
            return try result.get()
        }
    }

    /// The thread that runs all requests of a transport.
    final class CurlLoop: @unchecked Sendable {
        /// An order that the thread carries out.
        enum Order: Sendable {
            /// Send a request, and report the result to the exchange.
            case start(HTTPRequest, HTTPExchange)
            /// Cancel the request of an exchange, close its connection, and end the exchange.
            case cancel(HTTPExchange)
        }

        /// Whether libcurl could be initialized, which happens once per process.
        private static let isReady = flowc_curl_global_init() == CURLE_OK

        private let settings: CurlSettings
        /// The lock that guards all properties below.
        private let lock = NSLock()
        private var orders: [Order] = []
        private var isStopped = false
        /// The multi handle that the thread waits on; nil while no thread runs.
        private var multi: UnsafeMutableRawPointer?

        /// Creates a loop. Its thread starts with the first order.
        init(_ settings: CurlSettings) {
            self.settings = settings
        }

        /// Queues an order for the thread, which it starts if necessary.
        ///
        /// If the thread cannot execute the order, the exchange ends with a failure immediately.
        func perform(_ order: Order) {
            if lock.withLock({ enqueue(order) }) { return }
            switch order {
            case .start(_, let exchange): exchange.finish(.failure(.other(code: 0)))
            case .cancel(let exchange): exchange.finish(.failure(.cancelled))
            }
        }

        /// Queues an order. The caller holds the lock.
        /// - Returns: false if the exchange must end now, because the thread does not run or was not woken.
        private func enqueue(_ order: Order) -> Bool {
            guard !isStopped else { return false }
            if multi != nil {
                orders.append(order)
                if wakeUp() { return true }
                // A request that was not sent is withdrawn. A cancellation stays queued until the thread wakes by
                // itself.
                if case .start = order { orders.removeLast() }
                return false
            }
            // Without a thread no request is running, or the thread is about to end all of them.
            guard case .start = order else { return false }
            orders.append(order)
            return startLoop()
        }

        /// Stops the thread and closes all connections.
        func stop() {
            lock.withLock {
                isStopped = true
                wakeUp()
            }
        }

        /// Wakes the thread. If libcurl fails to do so, the thread wakes by itself within a minute.
        /// - Returns: whether a thread was woken.
        @discardableResult
        private func wakeUp() -> Bool {
            guard let multi else { return false }
            return flowc_curl_multi_wake_up(multi) == CURLM_OK
        }

        /// Creates a multi handle, and starts the thread on it.
        /// - Returns: false if either fails; the queued orders are then dropped.
        private func startLoop() -> Bool {
            guard Self.isReady, let multi = CurlMulti.makeHandle(connectionsPerHost: settings.connectionsPerHost) else {
                orders = []
                return false
            }
            self.multi = multi
            guard startThread() else {
                self.multi = nil
                orders = []
                CurlMulti(multi).close()
                return false
            }
            return true
        }

        /// Starts a POSIX thread. Foundation's `Thread` does not report if the system has no more threads.
        /// - Returns: whether the thread has started.
        private func startThread() -> Bool {
            var thread = pthread_t()
            let loop = Unmanaged.passRetained(self)
            let code = pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, loop.toOpaque())
            guard code == 0 else {
                loop.release()
                return false
            }
            pthread_detach(thread)
            return true
        }

        /// Runs the thread: handles orders, advances transfers, and waits for more.
        private func run() {
            Thread.current.name = "flowc http"
            Self.blockSignals()
            // `startLoop` has set the handle, and only this thread removes it.
            guard let multi = lock.withLock({ multi }) else { return }
            var transfers = CurlTransfers(CurlMulti(multi), settings)
            var turn = CurlTransfers.Turn.next
            var postponed: [Order] = []
            var remaining: [Order] = []
            while let orders = takeOrders(after: turn, remaining: &remaining) {
                postponed += orders.filter { !transfers.execute($0) }
                turn = transfers.advance()
            }
            transfers.close()
            // Another thread executes these orders. If the loop is stopped, they fail.
            for order in postponed + remaining { perform(order) }
        }

        /// Takes the queued orders.
        /// - Parameters:
        ///   - turn: the result of the last turn.
        ///   - remaining: receives the orders that remain when the thread ends.
        /// - Returns: the orders, or nil if the thread must end. From then on nobody wakes it, and another thread may
        ///   start.
        private func takeOrders(after turn: CurlTransfers.Turn, remaining: inout [Order]) -> [Order]? {
            lock.withLock {
                let taken = orders
                orders = []
                let isOver = isStopped || turn == .broken || (turn == .idle && taken.isEmpty)
                guard isOver else { return taken }
                multi = nil
                remaining = taken
                return nil
            }
        }

        /// Blocks all signals in this thread, so that other threads of the process handle them. With SIGPIPE blocked,
        /// writing to a closed connection is an error, and does not end the process.
        private static func blockSignals() {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
        }
    }
#endif
