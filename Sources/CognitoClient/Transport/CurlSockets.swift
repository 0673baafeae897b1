#if canImport(CCurl)
    import CCurl

    /// The two ends of a connection, as libcurl names a connection that it is about to use. One port of this side can serve
    /// connections to several hosts, so that both ends count.
    struct CurlEnds: Hashable {
        let localAddress: String
        let localPort: Int32
        let remoteAddress: String
        let remotePort: Int32

        /// Whether a socket is that of this connection.
        func areOf(_ socket: curl_socket_t) -> Bool {
            flowc_connects(socket, localAddress, localPort, remoteAddress, remotePort) != 0
        }
    }

    /// The sockets of a loop's connections.
    final class CurlSockets {
        private var sockets: [CurlEnds: curl_socket_t] = [:]

        /// A connection is in use for the first time.
        /// - Parameters:
        ///   - ends: its ends.
        ///   - opened: the sockets that were opened for it: several where a host has several addresses.
        func add(_ ends: CurlEnds, of opened: [curl_socket_t]) {
            // Those of connections that have ended.
            if sockets.count > 1024 { sockets = sockets.filter { $0.key.areOf($0.value) } }
            sockets[ends] = opened.last { ends.areOf($0) }
        }

        /// Looks whether nothing has come on a connection since its last answer. A service speaks when it is asked: whatever came is
        /// an answer too many, which the next request must not get, or the end.
        /// - Parameter ends: the connection's ends.
        /// - Returns: whether that is so; a connection that is not known is not quiet.
        func isQuiet(_ ends: CurlEnds) -> Bool {
            guard let socket = sockets[ends], ends.areOf(socket) else { return false }
            return flowc_has_unread_bytes(socket) == 0
        }
    }
#endif
