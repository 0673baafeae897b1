#if canImport(CCurl)
    /// Runs the requests in flight, and decides how long to wait. Only the loop's thread uses it.
    ///
    /// While the thread can be woken, only it ends an exchange that has started. So one place decides whether the
    /// exchange was cancelled or answered, and the connection of a cancelled exchange is never reused.
    struct CurlTransfers: ~Copyable {
        /// The result of a turn.
        enum Turn {
            /// Continue with another turn.
            case next
            /// There has been no request for so long that the connections may close.
            case idle
            /// libcurl has failed.
            case broken
        }

        private var multi: CurlMulti
        private let settings: CurlSettings
        private var lastUse = ContinuousClock.now

        /// Creates an empty set of requests, which will run on a multi handle.
        init(_ multi: consuming CurlMulti, _ settings: CurlSettings) {
            self.multi = multi
            self.settings = settings
        }

        /// Starts or cancels a request.
        /// - Returns: false if a request cannot start, since libcurl has failed. Another loop may start it then.
        mutating func execute(_ order: CurlLoop.Order) -> Bool {
            lastUse = .now
            switch order {
            case .start where !multi.isSound: return false
            case .start(let request, let exchange):
                // It may have been cancelled while it was queued.
                guard !exchange.isFinished else { return true }
                do throws(HTTPFailure) {
                    try multi.add(request, exchange, settings)
                } catch {
                    exchange.finish(.failure(error))
                }
            case .cancel(let exchange):
                multi.cancel(exchange)
                exchange.finish(.failure(.cancelled))
            }
            return true
        }

        /// Advances all requests, then waits for activity.
        /// - Returns: how the loop continues.
        mutating func advance() -> Turn {
            if !multi.isEmpty { lastUse = .now }
            multi.perform()
            guard multi.isSound else { return .broken }
            let timeout = waitTimeout
            guard timeout > .zero else { return .idle }
            multi.wait(milliseconds: Self.milliseconds(timeout))
            return multi.isSound ? .next : .broken
        }

        /// How long to wait for activity; not positive if there was no request for the idle time.
        ///
        /// The thread wakes regularly in case nobody could wake it. It does so more often while requests run, since
        /// libcurl 7.88 did not always report that a request waiting for a connection can proceed.
        private var waitTimeout: Duration {
            guard multi.isEmpty else { return .seconds(1) }
            return min(settings.idleTime - (.now - lastUse), .seconds(60))
        }

        /// Returns a duration in milliseconds, rounded up so that a wait does not end before it.
        private static func milliseconds(_ duration: Duration) -> Int32 {
            let (seconds, attoseconds) = duration.components
            let attosecondsPerMillisecond: Int64 = 1_000_000_000_000_000
            return Int32(seconds * 1000 + attoseconds / attosecondsPerMillisecond) + 1
        }

        /// Ends the requests that remain because libcurl has failed or the transport was released.
        consuming func close() { multi.close() }
    }
#endif
