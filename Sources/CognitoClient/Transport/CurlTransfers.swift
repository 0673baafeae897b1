#if canImport(CCurl)
    /// The requests on their way, and how long to wait for the next ones. Only the loop's thread touches them.
    ///
    /// While the thread can be woken it alone ends an exchange that has been begun: whether it was given up or answered is decided in
    /// one place, so that no connection goes back to the kept ones whose exchange somebody gave up.
    struct CurlTransfers: ~Copyable {
        /// The state after a turn.
        enum Turn {
            /// Another turn.
            case next
            /// Nothing was to do for so long that the connections may close.
            case idle
            /// libcurl cannot go on.
            case broken
        }

        private var multi: CurlMulti
        private let settings: CurlSettings
        private var lastUse = ContinuousClock.now

        /// No request.
        init(_ multi: consuming CurlMulti, _ settings: CurlSettings) {
            self.multi = multi
            self.settings = settings
        }

        /// Starts or gives up a request.
        /// - Returns: whether the order is carried out; not where libcurl cannot go on.
        mutating func carryOut(_ order: CurlLoop.Order) -> Bool {
            lastUse = .now
            switch order {
            case .start where !multi.isSound: return false
            case .start(let request, let exchange):
                // It may have been given up before it was here.
                guard !exchange.isFinished else { return true }
                do throws(HTTPFailure) {
                    try multi.add(request, exchange, settings)
                } catch {
                    exchange.finish(.failure(error))
                }
            case .giveUp(let exchange):
                multi.giveUp(exchange)
                exchange.finish(.failure(.cancelled))
            }
            return true
        }

        /// Goes on with all requests, and then waits for more to do.
        mutating func advance() -> Turn {
            if !multi.isEmpty { lastUse = .now }
            multi.perform()
            // A thread that nobody could wake looks up by itself; while requests run soon, since libcurl 7.88 was seen not to say that a
            // request which waits for a connection can go on.
            let idle = min(settings.idleTime - (.now - lastUse), .seconds(60))
            let rest = multi.isEmpty ? idle : .seconds(1)
            guard multi.isSound else { return .broken }
            guard rest > .zero else { return .idle }
            let milliseconds = rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000
            multi.wait(milliseconds: Int32(milliseconds) + 1)
            return multi.isSound ? .next : .broken
        }

        /// Ends all requests: there are some only where libcurl cannot go on, or where the transport goes.
        consuming func close() { multi.close() }
    }
#endif
