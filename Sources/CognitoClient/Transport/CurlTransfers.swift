#if canImport(CCurl)
    import CCurl
    import Foundation

    /// The requests on their way. Only the loop's thread touches them.
    struct CurlTransfers {
        private let multi: UnsafeMutableRawPointer
        private let settings: CurlSettings
        /// By the address of libcurl's handle.
        private var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
        private var handles: [ObjectIdentifier: UnsafeMutableRawPointer] = [:]
        private var lastUse = ContinuousClock.now

        /// No request.
        init(_ multi: UnsafeMutableRawPointer, _ settings: CurlSettings) {
            self.multi = multi
            self.settings = settings
        }

        /// Starts or gives up a request.
        mutating func carryOut(_ order: CurlLoop.Order) {
            switch order {
            case .start(let request, let exchange):
                // It may have been cancelled before it was here.
                guard !exchange.isFinished else { return }
                do throws(HTTPFailure) { try start(request, exchange) } catch { exchange.finish(.failure(error)) }
            case .drop(let exchange):
                if let handle = handles[ObjectIdentifier(exchange)] { _ = remove(handle) }
            }
        }

        /// Goes on with all requests, and then waits for more to do.
        /// - Returns: whether the thread is still needed.
        mutating func advance() -> Bool {
            var count: Int32 = 0
            guard curl_multi_perform(multi, &count) == CURLM_OK else { return false }
            finishEnded()
            let rest = running.isEmpty ? settings.idleTime - (.now - lastUse) : .seconds(60)
            guard rest > .zero else { return false }
            let milliseconds = rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000
            return curl_multi_poll(multi, nil, 0, Int32(milliseconds) + 1, nil) == CURLM_OK
        }

        /// Ends all requests: there are some only where libcurl cannot go on.
        mutating func end() {
            for handle in Array(running.keys) { remove(handle)?.end(CURLE_RECV_ERROR) }
        }

        private mutating func start(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(HTTPFailure) {
            let transfer = try CurlTransfer(request, exchange, settings)
            let code = curl_multi_add_handle(multi, transfer.handle)
            guard code == CURLM_OK else { throw .other(code: Int(code.rawValue)) }
            running[transfer.handle] = transfer
            handles[ObjectIdentifier(exchange)] = transfer.handle
        }

        private mutating func finishEnded() {
            var code = CURLE_OK
            while let handle = flowc_curl_next_ended(multi, &code) { remove(handle)?.end(code) }
        }

        private mutating func remove(_ handle: UnsafeMutableRawPointer) -> CurlTransfer? {
            guard let transfer = running.removeValue(forKey: handle) else { return nil }
            handles[ObjectIdentifier(transfer.exchange)] = nil
            curl_multi_remove_handle(multi, handle)
            if running.isEmpty { lastUse = .now }
            return transfer
        }
    }
#endif
