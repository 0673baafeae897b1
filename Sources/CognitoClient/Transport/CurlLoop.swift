#if canImport(CCurl)
    import CCurl
    import Foundation

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
        /// Guards all properties below.
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
        /// - Returns: false if the exchange must end now, since the thread does not run or was not woken.
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

        /// Wakes the thread. If libcurl cannot wake the thread, it wakes within a minute by itself.
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
            guard let multi = lock.withLock({ multi }) else { return }
            var transfers = CurlTransfers(CurlMulti(multi), settings)
            var turn = CurlTransfers.Turn.next
            var (postponed, remaining): ([Order], [Order]) = ([], [])
            while let orders = takeOrders(after: turn, remaining: &remaining) {
                postponed += orders.filter { !transfers.execute($0) }
                turn = transfers.advance()
            }
            transfers.close()
            // Another thread executes them, unless the loop is stopped.
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

        /// Blocks SIGPIPE in this thread. Writing to a closed connection is then an error, and does not end the
        /// process.
        private static func blockSignals() {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
        }
    }
#endif
