#if canImport(CCurl)
    import CCurl

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
        /// The number of entries above which those of closed connections are removed.
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
