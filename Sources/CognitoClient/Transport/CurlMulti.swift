#if canImport(CCurl)
    import CCurl

    /// libcurl's multi handle and the requests that run on it. It owns both, and one thread uses it.
    ///
    /// libcurl wants an easy handle freed after it was taken out of the multi handle, and the multi handle freed after all easy ones
    /// (curl_multi_cleanup(3)). Both happen here and nowhere else. After a code that must not occur the whole multi handle is given
    /// up: memory that libcurl may still use is not freed, and none of its connections is used again.
    struct CurlMulti: ~Copyable {
        private let multi: UnsafeMutableRawPointer
        private let sockets = CurlSockets()
        /// By the address of the easy handle.
        private var handles: [UnsafeMutableRawPointer: CurlHandle] = [:]
        private var easyHandles: [ObjectIdentifier: UnsafeMutableRawPointer] = [:]
        /// Whether every call to libcurl has succeeded so far.
        private(set) var isSound = true

        /// Takes over a multi handle, which nobody else frees.
        init(_ multi: UnsafeMutableRawPointer) {
            self.multi = multi
        }

        /// A new multi handle that keeps so many connections to a host; nil where libcurl cannot make one.
        static func make(connections: Int) -> UnsafeMutableRawPointer? {
            guard let multi = curl_multi_init() else { return nil }
            // The second is how many idle ones are kept. A handle that cannot be woken would leave requests lying.
            let isReady =
                flowc_curl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections) == CURLM_OK
                && flowc_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, connections) == CURLM_OK
                && flowc_curl_multi_wake_up(multi) == CURLM_OK
            guard isReady else {
                CurlMulti(multi).close()
                return nil
            }
            return multi
        }

        /// Whether no request runs.
        var isEmpty: Bool { handles.isEmpty }

        /// Begins a request.
        /// - Throws: why it cannot be begun.
        mutating func add(
            _ request: HTTPRequest, _ exchange: HTTPExchange, _ settings: CurlSettings
        ) throws(HTTPFailure) {
            let handle = try CurlHandle(request, exchange, settings, sockets)
            let code = flowc_curl_multi_add(multi, handle.easy)
            guard code == CURLM_OK else {
                handle.free()
                throw .other(code: Int(code.rawValue))
            }
            handles[handle.easy] = handle
            easyHandles[ObjectIdentifier(exchange)] = handle.easy
        }

        /// Ends the request of an exchange, if it runs, and its connection with it: what comes there would be an answer to this
        /// request and to no other.
        mutating func giveUp(_ exchange: HTTPExchange) {
            guard let easy = easyHandles[ObjectIdentifier(exchange)] else { return }
            // libcurl closes the connection of a request in its midst; told so, in every case and with every version of HTTP.
            if flowc_curl_set_number(easy, CURLOPT_FORBID_REUSE, 1) != CURLE_OK { isSound = false }
            remove(easy)
        }

        /// Goes on with all requests and tells those that have ended.
        mutating func perform() {
            guard isSound else { return }
            guard flowc_curl_multi_perform(multi) == CURLM_OK else {
                isSound = false
                return
            }
            var code = CURLE_OK
            while let easy = flowc_curl_next_ended(multi, &code) {
                guard let handle = handles[easy] else {
                    isSound = false
                    return
                }
                if handle.transfer.needsConnection {
                    beginAnew(handle)
                } else {
                    handle.transfer.end(code)
                    remove(easy)
                }
            }
        }

        /// Begins a request again on a connection of its own. Nothing of it was sent.
        private mutating func beginAnew(_ handle: CurlHandle) {
            handle.transfer.beginAnew()
            guard flowc_curl_multi_remove(multi, handle.easy) == CURLM_OK,
                flowc_curl_set_number(handle.easy, CURLOPT_FRESH_CONNECT, 1) == CURLE_OK,
                flowc_curl_multi_add(multi, handle.easy) == CURLM_OK
            else {
                // Where libcurl sees the handle now, nobody knows.
                isSound = false
                handle.transfer.end(CURLE_FAILED_INIT)
                forget(handle)
                return
            }
        }

        /// Waits until there is more to do, or so long.
        mutating func wait(milliseconds: Int32) {
            if flowc_curl_multi_wait(multi, milliseconds) != CURLM_OK { isSound = false }
        }

        /// Ends all requests and closes all connections.
        consuming func close() {
            for (easy, handle) in handles {
                handle.transfer.end(CURLE_RECV_ERROR)
                remove(easy)
            }
            // After a wrong code it may hold handles, and then there is nothing that may be freed.
            if isSound { isSound = flowc_curl_multi_free(multi) == CURLM_OK }
        }

        private mutating func remove(_ easy: UnsafeMutableRawPointer) {
            guard let handle = handles[easy] else { return }
            forget(handle)
            guard flowc_curl_multi_remove(multi, easy) == CURLM_OK else {
                isSound = false
                return
            }
            handle.free()
        }

        private mutating func forget(_ handle: CurlHandle) {
            handles[handle.easy] = nil
            easyHandles[ObjectIdentifier(handle.transfer.exchange)] = nil
        }
    }
#endif
