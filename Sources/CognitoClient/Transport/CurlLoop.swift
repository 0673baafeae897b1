#if canImport(CCurl)
    import CCurl
    import Foundation

    /// The thread on which all requests of a transport run.
    final class CurlLoop: @unchecked Sendable {
        /// An order to the thread.
        enum Order: Sendable {
            /// Send a request; what comes of it goes to the exchange.
            case start(HTTPRequest, HTTPExchange)
            /// Give up the request of an exchange, if it runs, and its connection with it. The exchange ends with that.
            case giveUp(HTTPExchange)
        }

        private static let isReady = flowc_curl_global_init() == CURLE_OK

        private let settings: CurlSettings
        /// Guards all that follows.
        private let lock = NSLock()
        private var orders: [Order] = []
        private var isStopped = false
        /// The multi handle that the running thread waits on; nil while no thread runs.
        private var multi: UnsafeMutableRawPointer?

        /// A loop whose thread begins with the first order.
        init(_ settings: CurlSettings) {
            self.settings = settings
        }

        /// Has the thread do something, soon.
        func perform(_ order: Order) {
            let isTaken = lock.withLock { () -> Bool in
                guard !isStopped else { return false }
                if multi != nil {
                    orders.append(order)
                    if wakeUp() { return true }
                    // The caller is told that it was not sent. A request that is given up ends when the thread looks up.
                    if case .start = order { orders.removeLast() }
                    return false
                }
                // Without a thread no request runs, or the thread is about to end all of them.
                guard case .start = order else { return false }
                orders.append(order)
                return begin()
            }
            if isTaken { return }
            switch order {
            case .start(_, let exchange): exchange.finish(.failure(.other(code: 0)))
            case .giveUp(let exchange): exchange.finish(.failure(.cancelled))
            }
        }

        /// Has the thread end, and with it all connections.
        func stop() {
            lock.withLock {
                isStopped = true
                wakeUp()
            }
        }

        /// Wakes the thread. One that libcurl cannot wake looks up by itself within a minute.
        /// - Returns: whether a thread was woken.
        @discardableResult
        private func wakeUp() -> Bool { multi.map { flowc_curl_multi_wake_up($0) == CURLM_OK } ?? false }

        /// Begins the thread.
        private func begin() -> Bool {
            guard Self.isReady, let multi = CurlMulti.make(connections: settings.connectionsPerHost) else {
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

        /// The thread's work: orders, transfers, a pause until there is more of either.
        private func run() {
            Thread.current.name = "flowc http"
            Self.blockSignals()
            guard let multi = lock.withLock({ multi }) else { return }
            var transfers = CurlTransfers(CurlMulti(multi), settings)
            var turn = CurlTransfers.Turn.next
            var (postponed, left): ([Order], [Order]) = ([], [])
            while let orders = takeOrders(after: turn, left: &left) {
                postponed += orders.filter { !transfers.carryOut($0) }
                turn = transfers.advance()
            }
            transfers.close()
            for order in postponed + left { perform(order) }
        }

        /// Takes the orders since the last time.
        /// - Parameters:
        ///   - turn: what the last turn came to.
        ///   - left: the orders that are left at the thread's end.
        /// - Returns: the orders; nil at the thread's end. Nobody wakes it from then on, and another may begin.
        private func takeOrders(after turn: CurlTransfers.Turn, left: inout [Order]) -> [Order]? {
            lock.withLock {
                let taken = orders
                orders = []
                let isOver = isStopped || turn == .broken || (turn == .idle && taken.isEmpty)
                guard isOver else { return taken }
                multi = nil
                left = taken
                return nil
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
