#if canImport(CCurl)
    import CCurl

    /// The sockets of a loop's connections, by their port on this side: libcurl names a connection that it is about to use by its port
    /// alone.
    final class CurlSockets {
        private var sockets: [Int32: curl_socket_t] = [:]

        /// A connection is in use for the first time.
        /// - Parameters:
        ///   - port: its port on this side.
        ///   - opened: the sockets that were opened for it: several where a host has several addresses.
        func add(port: Int32, of opened: [curl_socket_t]) {
            sockets[port] = opened.last { flowc_local_port($0) == port }
        }

        /// Whether nothing has come on a connection since its last answer. A service speaks when it is asked: what came is an answer
        /// too many, which the next request must not get, or the end.
        /// - Parameter port: the connection's port on this side.
        /// - Returns: whether that is so; a connection that is not known is not quiet.
        func isQuiet(port: Int32) -> Bool {
            guard let socket = sockets[port], flowc_local_port(socket) == port else { return false }
            return flowc_has_unread_bytes(socket) == 0
        }
    }
#endif
