#if canImport(CCurl)
    import CCurl

    /// A libcurl multi handle, and the requests that run on it. Only one thread uses it.
    ///
    /// libcurl requires that an easy handle is freed after it was removed from the multi handle, and the multi handle
    /// after all easy handles (curl_multi_cleanup(3)). Only this type does both. After an unexpected result code, it
    /// abandons the multi handle: memory that libcurl may still use is leaked, and no connection is used again.
    struct CurlMulti: ~Copyable {
        private let multi: UnsafeMutableRawPointer
        private let sockets = CurlSockets()
        /// The handles of the running requests, by the address of the easy handle.
        private var handles: [UnsafeMutableRawPointer: CurlHandle] = [:]
        /// Easy handles by the exchange whose request they send.
        private var easyHandles: [ObjectIdentifier: UnsafeMutableRawPointer] = [:]
        /// Whether libcurl can still be used: false after an unexpected result code, other than that of a failed start.
        private(set) var isSound = true

        init(_ multi: UnsafeMutableRawPointer) {
            self.multi = multi
        }

        /// Creates a multi handle with a limit of connections per host.
        /// - Returns: nil if libcurl fails.
        static func makeHandle(connectionsPerHost limit: Int) -> UnsafeMutableRawPointer? {
            guard let multi = curl_multi_init() else { return nil }
            // The second option limits idle connections. A handle that cannot be woken would leave requests unsent.
            let isReady =
                flowc_curl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limit) == CURLM_OK
                && flowc_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, limit) == CURLM_OK
                && flowc_curl_multi_wake_up(multi) == CURLM_OK
            guard isReady else {
                CurlMulti(multi).close()
                return nil
            }
            return multi
        }

        /// Whether no request runs.
        var isEmpty: Bool { handles.isEmpty }

        /// Starts a request.
        /// - Throws: ``HTTPFailure`` if it cannot start.
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

        /// Cancels the request of an exchange, if it is running, and closes its connection.
        ///
        /// A late response on that connection therefore cannot answer another request.
        mutating func cancel(_ exchange: HTTPExchange) {
            guard let easy = easyHandles[ObjectIdentifier(exchange)] else { return }
            // libcurl closes the connection of an unfinished request. This option makes it do so in every case and
            // HTTP version.
            if flowc_curl_set_number(easy, CURLOPT_FORBID_REUSE, 1) != CURLE_OK { isSound = false }
            remove(easy)
        }

        /// Advances all requests. Reports the results of those that have ended, and frees their handles.
        ///
        /// A request that was not sent because of its reused connection starts again on a new one.
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
                    restart(handle)
                } else {
                    handle.transfer.end(code)
                    remove(easy)
                }
            }
        }

        /// Restarts a request of which nothing was sent, on a new connection. If that fails, the request ends.
        private mutating func restart(_ handle: CurlHandle) {
            handle.transfer.prepareRestart()
            guard flowc_curl_multi_remove(multi, handle.easy) == CURLM_OK,
                flowc_curl_set_number(handle.easy, CURLOPT_FRESH_CONNECT, 1) == CURLE_OK,
                flowc_curl_multi_add(multi, handle.easy) == CURLM_OK
            else {
                // The state of the handle inside libcurl is unknown now, so the handle is not freed.
                isSound = false
                handle.transfer.end(CURLE_FAILED_INIT)
                forget(handle)
                return
            }
        }

        /// Waits for activity, or until the timeout expires.
        mutating func wait(milliseconds: Int32) {
            if flowc_curl_multi_wait(multi, milliseconds) != CURLM_OK { isSound = false }
        }

        /// Ends all requests and closes all connections.
        consuming func close() {
            for (easy, handle) in handles {
                // The requests end as if their connections were lost.
                handle.transfer.end(CURLE_RECV_ERROR)
                remove(easy)
            }
            // After an unexpected result code, libcurl may still use the multi handle, so it is not freed.
            if isSound { isSound = flowc_curl_multi_free(multi) == CURLM_OK }
        }

        /// Removes an easy handle from the multi handle and frees it, unless libcurl may still use it.
        private mutating func remove(_ easy: UnsafeMutableRawPointer) {
            guard let handle = handles[easy] else { return }
            forget(handle)
            guard flowc_curl_multi_remove(multi, easy) == CURLM_OK else {
                isSound = false
                return
            }
            handle.free()
        }

        /// Removes a handle from the tables, without freeing it.
        private mutating func forget(_ handle: CurlHandle) {
            handles[handle.easy] = nil
            easyHandles[ObjectIdentifier(handle.transfer.exchange)] = nil
        }
    }

    /// Both ends of a connection, which identify it. One local port can serve connections to several hosts, so both
    /// ends count.
    struct CurlEnds: Hashable {
        let localAddress: String
        let localPort: Int32
        let remoteAddress: String
        let remotePort: Int32

        /// Returns whether these are the ends of a socket's connection.
        func belong(to socket: curl_socket_t) -> Bool {
            flowc_connects(socket, localAddress, localPort, remoteAddress, remotePort) != 0
        }
    }

    /// The sockets of a loop's connections.
    final class CurlSockets {
        /// The number of entries above which the entries of closed connections are removed.
        private static let pruningThreshold = 1024
        private var sockets: [CurlEnds: curl_socket_t] = [:]

        /// Records the socket of a connection that is used for the first time. Some calls also remove
        /// the sockets of closed connections.
        /// - Parameters:
        ///   - ends: the connection's ends.
        ///   - opened: the sockets that were opened for it, which are several if a host has several addresses.
        func add(_ ends: CurlEnds, of opened: [curl_socket_t]) {
            if sockets.count > Self.pruningThreshold { sockets = sockets.filter { $0.key.belong(to: $0.value) } }
            sockets[ends] = opened.last { ends.belong(to: $0) }
        }

        /// Returns whether a connection has received nothing since its last response.
        ///
        /// Pending bytes are an extra response, which the next request must not get, or the end of the connection.
        /// - Parameter ends: the connection's ends.
        /// - Returns: false also for an unknown connection.
        func isQuiet(_ ends: CurlEnds) -> Bool {
            guard let socket = sockets[ends], ends.belong(to: socket) else { return false }
            return flowc_has_unread_bytes(socket) == 0
        }
    }
#endif
