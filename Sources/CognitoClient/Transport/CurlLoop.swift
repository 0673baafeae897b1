#if canImport(CCurl)
    import CCurl
    import Foundation

    /// The thread on which all requests of a transport run.
    final class CurlLoop: @unchecked Sendable {
        /// What the thread is to do.
        enum Order: Sendable {
            /// Send a request; what comes of it goes to the exchange.
            case start(HTTPRequest, HTTPExchange)
            /// Give up the request of an exchange, if it runs.
            case drop(HTTPExchange)
        }

        private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

        private let settings: CurlSettings
        /// Guards all that follows.
        private let lock = NSLock()
        private var orders: [Order] = []
        private var isStopped = false
        /// What the running thread waits on; none while no thread runs.
        private var multi: UnsafeMutableRawPointer?

        /// A loop whose thread begins with the first order.
        init(_ settings: CurlSettings) {
            self.settings = settings
        }

        /// Has the thread do something, soon.
        func perform(_ order: Order) {
            let isDone = lock.withLock { () -> Bool in
                if let multi {
                    orders.append(order)
                    return curl_multi_wakeup(multi) == CURLM_OK
                }
                // Without a thread there is nothing to drop.
                guard case .start = order else { return true }
                orders.append(order)
                return begin()
            }
            if !isDone, case .start(_, let exchange) = order { exchange.finish(.failure(.other(code: 0))) }
        }

        /// Has the thread end, and with it all connections.
        func stop() {
            lock.withLock {
                isStopped = true
                if let multi { curl_multi_wakeup(multi) }
            }
        }

        /// Begins the thread.
        private func begin() -> Bool {
            guard Self.isReady, let multi = curl_multi_init() else {
                orders = []
                return false
            }
            let count = settings.connectionsPerHost
            _ = flowc_curl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, count)
            // How many idle ones are kept.
            _ = flowc_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, count)
            self.multi = multi
            guard startThread() else {
                self.multi = nil
                orders = []
                curl_multi_cleanup(multi)
                return false
            }
            return true
        }

        /// Not Foundation's way, which does not tell that the system has no more threads.
        private func startThread() -> Bool {
            var thread = pthread_t()
            let loop = Unmanaged.passRetained(self)
            let code = pthread_create(
                &thread, nil,
                { loop in
                    if let loop { Unmanaged<CurlLoop>.fromOpaque(loop).takeRetainedValue().run() }
                    return nil
                }, loop.toOpaque())
            guard code == 0 else {
                loop.release()
                return false
            }
            pthread_detach(thread)
            return true
        }

        /// What the thread does: orders, transfers, a pause until there is more of either.
        private func run() {
            Thread.current.name = "flowc http"
            Self.blockSignals()
            guard let multi = lock.withLock({ multi }) else { return }
            var transfers = CurlTransfers(multi, settings)
            var isOver = false
            while let orders = takeOrders(isOver: isOver) {
                for order in orders { transfers.carryOut(order) }
                isOver = !transfers.advance()
            }
            transfers.end()
            curl_multi_cleanup(multi)
        }

        /// Takes the orders since the last time.
        /// - Parameter isOver: whether the thread ends if there is none.
        /// - Returns: the orders; nothing at the thread's end.
        private func takeOrders(isOver: Bool) -> [Order]? {
            lock.withLock {
                if isStopped || (isOver && orders.isEmpty) {
                    multi = nil
                    return nil
                }
                defer { orders = [] }
                return orders
            }
        }

        /// Writing to a closed connection is a signal that ends the process; blocked in the thread that writes, it is an error.
        private static func blockSignals() {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
        }
    }
#endif
