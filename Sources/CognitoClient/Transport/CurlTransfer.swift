#if canImport(CCurl)
    import CCurl

    /// The course of one request at libcurl, as its callbacks tell it. Only the loop's thread touches it.
    final class CurlTransfer {
        /// CURLE_TOO_LARGE, which older headers lack: a line is longer than libcurl takes, which is more than we do. Before
        /// there was a number for it, it was that of no memory.
        private static let tooLarge = CURLcode(rawValue: 100)

        /// Where the answer goes.
        let exchange: HTTPExchange
        /// libcurl's own, which outlives this object; ``CurlHandle`` frees it.
        private let easy: UnsafeMutableRawPointer
        private let sockets: CurlSockets
        private let longestBody: Int
        private var head = AnswerHead()
        private var isHeadComplete = false
        private var isBegun = false
        /// The sockets that were opened for it.
        private var opened: [curl_socket_t] = []
        /// Whether the kept connection that it got was not quiet: it was not sent there, and needs one of its own.
        private(set) var needsConnection = false
        /// Why this side ended it.
        private var verdict: HTTPFailure?

        init(
            _ easy: UnsafeMutableRawPointer, _ exchange: HTTPExchange, _ sockets: CurlSockets, longestBody: Int
        ) {
            self.easy = easy
            self.sockets = sockets
            self.exchange = exchange
            self.longestBody = longestBody
        }

        /// Tells the exchange how it ended.
        func end(_ code: CURLcode) {
            if let verdict {
                exchange.finish(.failure(verdict))
            } else if code == CURLE_OK {
                // libcurl takes an answer without the end of its head for one.
                exchange.finish(otherwise: .connectionReset)
            } else {
                exchange.finish(.failure(failure(code)))
            }
        }

        /// The request goes to libcurl again, for a connection of its own.
        func beginAnew() { needsConnection = false }

        /// A connection is about to be made.
        /// - Returns: whether it may.
        func mayConnect(_ socket: curl_socket_t) -> Bool {
            // A kept connection ended without an answer, and libcurl is about to send the request a second time on a new one.
            // It may have been worked on.
            if isBegun { verdict = .connectionReset }
            opened.append(socket)
            return verdict == nil
        }

        /// The request is about to be sent.
        /// - Parameter ends: those of the connection.
        /// - Returns: whether it may.
        func mayBegin(_ ends: CurlEnds) -> Bool {
            if !opened.isEmpty {
                sockets.add(ends, of: opened)
            } else if !sockets.isQuiet(ends) {
                needsConnection = true
                return false
            }
            // A second time, on another kept connection.
            if isBegun { verdict = .connectionReset }
            isBegun = true
            return verdict == nil
        }

        /// A line of the head came, with its end.
        /// - Returns: whether to go on.
        func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
            let isEnd = AnswerHead.isEnd(line)
            guard head.take(line) else {
                verdict = .tooLong(limit: AnswerHead.longest)
                return false
            }
            if isEnd, !isHeadComplete, status >= 200 {
                isHeadComplete = true
                exchange.receive(status: status, fields: head.fields)
            }
            return true
        }

        /// A part of the body came.
        /// - Returns: whether to go on.
        func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
            exchange.receive(bytes)
            return !exchange.isFinished
        }

        private var status: Int {
            var status = 0
            return flowc_curl_get_number(easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0
        }

        private func failure(_ code: CURLcode) -> HTTPFailure {
            switch code {
            case CURLE_FILESIZE_EXCEEDED: return .tooLong(limit: longestBody)
            case CURLE_OUT_OF_MEMORY, Self.tooLarge:
                return isBegun ? .tooLong(limit: AnswerHead.longest) : .other(code: Int(code.rawValue))
            default: return HTTPFailure(code, systemError: systemError, isBegun: isBegun)
            }
        }

        /// The system's `errno` of the last connection that did not come about; 0 where libcurl does not say.
        private var systemError: Int32 {
            var number = 0
            return flowc_curl_get_number(easy, CURLINFO_OS_ERRNO, &number) == CURLE_OK ? Int32(number) : 0
        }
    }
#endif
