/// A parser of a response's head, line by line.
///
/// Interim heads with a status below 200 may precede the final head, and trailer fields may follow a chunked body. The
/// lines of all of these count towards the size limit.
package struct ResponseHead {
    /// The maximum size of all lines together, in bytes.
    static let longest = 1 << 16

    /// The fields of the latest head so far, followed by those of a trailer.
    package private(set) var fields: [HTTPField] = []
    /// The size of the lines so far, in bytes.
    private var count = 0

    package init() {}

    /// Parses the next line, which includes its line end. A status line discards the fields of an earlier head. A line
    /// that begins with a blank continues the field before it. Any other line without a colon has no effect.
    /// - Returns: false if all lines together exceed the size limit.
    package mutating func append(_ line: some Collection<UInt8>) -> Bool {
        count += line.count
        guard count <= Self.longest else { return false }
        if line.starts(with: "HTTP/".utf8) {
            fields = []
        } else if !Self.isEnd(line), line.first.map(Self.isBlank) == true, !fields.isEmpty {
            // Obsolete line folding: a continuation line begins with a blank.
            fields[fields.count - 1].value += " " + Self.trimmedText(line)
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let value = line[line.index(after: colon)...]
            fields.append(HTTPField(Self.trimmedText(line[..<colon]), Self.trimmedText(value)))
        }
        return true
    }

    /// Returns whether a line contains nothing but its line end, and therefore ends a head or a trailer.
    package static func isEnd(_ line: some Collection<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    }

    /// Returns bytes as text, without leading and trailing blanks and line ends.
    private static func trimmedText(_ bytes: some Collection<UInt8>) -> String {
        let rest = Array(bytes.drop(while: isBlank))
        let end = rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    /// Returns whether a byte is a space, a tab, or part of a line end.
    private static func isBlank(_ byte: UInt8) -> Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(byte)
    }
}

#if canImport(CCurl)
    import CCurl

    /// The receiver of libcurl's callbacks for one request. Only the loop's thread uses it.
    final class CurlTransfer {
        /// CURLE_TOO_LARGE: a line is longer than libcurl's limit, which is higher than the limit of ``ResponseHead``.
        ///
        /// Older headers lack the constant, because older versions of libcurl report CURLE_OUT_OF_MEMORY instead.
        private static let tooLarge = CURLcode(rawValue: 100)

        /// The exchange, which collects the response.
        let exchange: HTTPExchange
        /// The easy handle, which outlives this object. ``CurlHandle`` frees it.
        private let easy: UnsafeMutableRawPointer
        private let sockets: CurlSockets
        private let longestBody: Int
        private var head = ResponseHead()
        private var isHeadComplete = false
        /// Whether libcurl was allowed to send the request.
        private var hasBegun = false
        /// The sockets that libcurl opened for this request; empty if it reuses a connection.
        private var opened: [curl_socket_t] = []
        /// Whether the reused connection had pending bytes. Then the request was not sent and needs a new connection.
        private(set) var needsConnection = false
        /// Why this side aborted the request; nil if it did not.
        private var abortReason: HTTPFailure?

        /// Creates the receiver of an easy handle's callbacks.
        init(
            _ easy: UnsafeMutableRawPointer, _ exchange: HTTPExchange, _ sockets: CurlSockets, longestBody: Int
        ) {
            self.easy = easy
            self.sockets = sockets
            self.exchange = exchange
            self.longestBody = longestBody
        }

        /// Ends the exchange with the result that libcurl's result code reports, or the reason of an abort.
        func end(_ code: CURLcode) {
            if let abortReason {
                exchange.finish(.failure(abortReason))
            } else if code == CURLE_OK {
                // libcurl accepts a response whose head is incomplete.
                exchange.finishWithResponse(orFailure: .connectionReset)
            } else {
                exchange.finish(.failure(failure(code)))
            }
        }

        /// Prepares to send the request on a new connection.
        func prepareRestart() { needsConnection = false }

        /// Records a socket that libcurl is about to connect.
        /// - Returns: whether libcurl may continue. It may not if the request was already sent.
        func shouldConnect(_ socket: curl_socket_t) -> Bool {
            // A reused connection ended without a response, and libcurl is about to send the request again. The
            // service may have handled it already.
            if hasBegun { abortReason = .connectionReset }
            opened.append(socket)
            return abortReason == nil
        }

        /// Records that libcurl is about to send the request on a connection.
        /// - Parameter ends: the connection's ends.
        /// - Returns: whether libcurl may continue. It may not if the request was already sent, or if a reused
        ///   connection has pending bytes.
        func shouldSend(on ends: CurlEnds) -> Bool {
            if !opened.isEmpty {
                sockets.add(ends, of: opened)
            } else if !sockets.isQuiet(ends) {
                needsConnection = true
                return false
            }
            // libcurl is about to send the request again, on another reused connection.
            if hasBegun { abortReason = .connectionReset }
            hasBegun = true
            return abortReason == nil
        }

        /// Receives a line of the head, including its line end.
        /// - Returns: whether libcurl may continue.
        func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
            let isEnd = ResponseHead.isEnd(line)
            guard head.append(line) else {
                abortReason = .tooLong(limit: ResponseHead.longest)
                return false
            }
            // Interim heads have a status below 200. After the final head, only trailer fields follow.
            if isEnd, !isHeadComplete, status >= 200 {
                isHeadComplete = true
                exchange.receive(status: status, fields: head.fields)
            }
            return true
        }

        /// Receives a part of the body.
        /// - Returns: whether libcurl may continue.
        func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
            exchange.receive(bytes)
            return !exchange.isFinished
        }

        /// The status code of the response so far; 0 if libcurl reports none.
        private var status: Int {
            var status = 0
            return flowc_curl_get_number(easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0
        }

        /// Returns the failure that a result code of libcurl reports for this request.
        private func failure(_ code: CURLcode) -> HTTPFailure {
            switch code {
            case CURLE_FILESIZE_EXCEEDED: return .tooLong(limit: longestBody)
            // Once the request is sent, both mean that a line of the head exceeds libcurl's limit.
            case CURLE_OUT_OF_MEMORY, Self.tooLarge:
                return hasBegun ? .tooLong(limit: ResponseHead.longest) : .other(code: Int(code.rawValue))
            default: return HTTPFailure(code, systemError: systemError, hasBegun: hasBegun)
            }
        }

        /// The `errno` of the last failed connection attempt; 0 if libcurl reports none.
        private var systemError: Int32 {
            var number = 0
            return flowc_curl_get_number(easy, CURLINFO_OS_ERRNO, &number) == CURLE_OK ? Int32(number) : 0
        }
    }

    /// The requests in flight, with the decision how long to wait. Only the loop's thread uses them.
    ///
    /// While that thread can be woken, no other ends an exchange that has started. So one place decides whether the
    /// exchange was canceled or answered, and the connection of a canceled exchange is never reused.
    struct CurlTransfers: ~Copyable {
        /// How the loop continues after a turn.
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
        /// - Returns: false if a request cannot start, because libcurl has failed. Another thread may start it then.
        mutating func execute(_ order: CurlLoop.Order) -> Bool {
            lastUse = .now
            switch order {
            case .start where !multi.isSound: return false
            case .start(let request, let exchange):
                // The exchange may have been canceled while the order was queued.
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
        /// The thread wakes regularly in case nobody could wake it. It does so more often while requests run, because
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
