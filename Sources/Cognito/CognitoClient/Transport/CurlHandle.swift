#if canImport(CCurl)
    import CCurl
    import FlowRuntime

    /// A libcurl easy handle, with everything that it keeps pointers to.
    ///
    /// It is a plain value without a deinitializer. The optimizer chooses when an object is released and does not
    /// know what C still uses. So the handle is freed explicitly: by ``CurlMulti`` while no multi handle contains it,
    /// or by a failed initializer.
    struct CurlHandle {
        let easy: UnsafeMutableRawPointer
        private let lines: CurlLines
        /// The body; retained until ``free()``.
        private let content: Unmanaged<FlowSecret>
        /// The receiver of the callbacks; retained until ``free()``.
        private let target: Unmanaged<CurlTransfer>

        /// Creates the handle of a request, ready to be added to a multi handle. The exchange receives the result.
        /// - Throws: ``HTTPFailure`` if the request is invalid or libcurl fails. Then there is nothing to free.
        init(
            _ request: HTTPRequest, _ exchange: HTTPExchange, _ settings: CurlSettings, _ sockets: CurlSockets
        ) throws(HTTPFailure) {
            let lines = try CurlLines(request.fields)
            guard let easy = curl_easy_init() else {
                lines.free()
                throw .other(code: Int(CURLE_FAILED_INIT.rawValue))
            }
            self.easy = easy
            self.lines = lines
            content = .passRetained(request.content)
            target = .passRetained(CurlTransfer(easy, exchange, sockets, longestBody: request.maxResponseSize))
            do throws(HTTPFailure) {
                let options = CurlOptions(easy)
                try options.set(settings)
                try options.set(request)
                try options.set(lines)
                try options.set(target: target.toOpaque())
            } catch {
                free()
                throw error
            }
        }

        /// The receiver of the callbacks.
        var transfer: CurlTransfer { target.takeUnretainedValue() }

        /// Frees the handle, then everything that it kept pointers to. Call it once, while the handle is in no multi
        /// handle.
        func free() {
            curl_easy_cleanup(easy)
            lines.free()
            content.release()
            target.release()
        }
    }

    /// The header lines of a request: a libcurl list in C memory, freed only by ``free()``.
    struct CurlLines {
        /// Headers of the connection, which libcurl generates.
        private static let connectionHeaders: Set<String> = [
            "connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding", "upgrade",
        ]

        private(set) var list: UnsafeMutablePointer<curl_slist>?

        /// Creates the lines of fields, except connection headers, which libcurl generates.
        /// - Throws: ``HTTPFailure/other(code:)`` if the name of a field is not a token, if a value would end the line,
        ///   or if libcurl fails. Then there is nothing to free.
        init(_ fields: [HTTPField]) throws(HTTPFailure) {
            do throws(HTTPFailure) {
                try append(fields)
            } catch {
                free()
                throw error
            }
        }

        /// Frees the lines. Call it only after freeing the easy handle that uses them.
        func free() { curl_slist_free_all(list) }

        /// Appends the lines of header fields, and those that suppress libcurl's own `Expect` and `Content-Type`.
        private mutating func append(_ fields: [HTTPField]) throws(HTTPFailure) {
            // libcurl would send `Expect` for a long body, and a content type for a request that has none.
            try append("Expect:")
            if fields.first(named: "Content-Type") == nil { try append("Content-Type:") }
            for field in fields where !Self.connectionHeaders.contains(field.name.lowercased()) {
                guard Self.isName(field.name), !field.value.utf8.contains(where: Self.endsLine) else {
                    throw .other(code: Int(CURLE_BAD_FUNCTION_ARGUMENT.rawValue))
                }
                // libcurl omits a field that has only a name and a colon. A semicolon makes it send the empty field.
                let isEmpty = field.value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                try append(isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
            }
        }

        /// Appends a line, which libcurl copies.
        private mutating func append(_ line: String) throws(HTTPFailure) {
            guard let longer = curl_slist_append(list, line) else {
                throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
            }
            list = longer
        }

        /// Returns whether a text is a token (RFC 9110, section 5.6.2).
        private static func isName(_ text: String) -> Bool {
            !text.isEmpty
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0)) }
        }

        /// Returns whether a byte would end the line: a line break, or the zero that ends a C string.
        private static func endsLine(_ byte: UInt8) -> Bool {
            byte == 0 || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        }
    }

    /// The options of an easy handle. A failure to set one is an error, because a request must not be sent without its
    /// limits.
    struct CurlOptions {
        private let easy: UnsafeMutableRawPointer

        init(_ easy: UnsafeMutableRawPointer) {
            self.easy = easy
        }

        /// Sets the options that all requests share, and the transport's proxy and certificate authorities.
        /// - Throws: ``HTTPFailure/other(code:)`` if libcurl fails.
        func set(_ settings: CurlSettings) throws(HTTPFailure) {
            try check(flowc_curl_set_protocols(easy))
            // A canceled request does not wait for the name server.
            try check(flowc_curl_leave_resolver(easy))
            for (option, value) in Self.numbers { try check(flowc_curl_set_number(easy, option, value)) }
            if let proxy = settings.proxy { try check(flowc_curl_set_text(easy, CURLOPT_PROXY, proxy)) }
            guard let authorities = settings.authorities else { return }
            // Without a folder of certificates, libcurl trusts only the authorities in the file.
            try check(flowc_curl_set_text(easy, CURLOPT_CAINFO, authorities))
            try check(flowc_curl_set_text(easy, CURLOPT_CAPATH, nil))
        }

        /// Sets the URL, the maximum response size, no proxy for `http`, and the body, which must outlive the handle.
        /// - Throws: ``HTTPFailure/unknownHost`` for a malformed URL; ``HTTPFailure/other(code:)`` if libcurl fails.
        func set(_ request: HTTPRequest) throws(HTTPFailure) {
            let scheme = request.url.prefix { $0 != ":" }.lowercased()
            guard ["http", "https"].contains(scheme), request.url.dropFirst(scheme.utf8.count).hasPrefix("://"),
                !request.url.utf8.contains(where: Self.isBlankOrControl)
            else { throw .unknownHost }
            try check(flowc_curl_set_text(easy, CURLOPT_URL, request.url))
            // No proxy may read unencrypted requests. For `https`, libcurl reads the environment.
            if scheme == "http" { try check(flowc_curl_set_text(easy, CURLOPT_PROXY, "")) }
            try check(flowc_curl_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(max(request.maxResponseSize, 0))))
            try check(flowc_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.content.count)))
            // With a null pointer, libcurl would read the body from standard input.
            guard let address = request.content.address else { throw .other(code: Int(CURLE_FAILED_INIT.rawValue)) }
            try check(flowc_curl_set_bytes(easy, CURLOPT_POSTFIELDS, address))
        }

        /// Returns whether a byte is a space or an ASCII control character.
        private static func isBlankOrControl(_ byte: UInt8) -> Bool {
            let delete: UInt8 = 0x7F
            return byte <= UInt8(ascii: " ") || byte == delete
        }

        /// Sets the header lines, which must outlive the handle.
        func set(_ lines: CurlLines) throws(HTTPFailure) {
            try check(flowc_curl_set_list(easy, CURLOPT_HTTPHEADER, lines.list))
        }

        /// Sets the receiver of the callbacks: a ``CurlTransfer``, which must outlive the handle.
        func set(target: UnsafeMutableRawPointer) throws(HTTPFailure) {
            try check(flowc_curl_set_target(easy, CURLOPT_PREREQDATA, target))
            try check(flowc_curl_set_target(easy, CURLOPT_SOCKOPTDATA, target))
            try check(flowc_curl_set_target(easy, CURLOPT_HEADERDATA, target))
            try check(flowc_curl_set_target(easy, CURLOPT_WRITEDATA, target))
            try setPermissionCallbacks()
            try setReceivingCallbacks()
        }

        /// Sets the callbacks that decide whether libcurl may open a connection and send the request.
        private func setPermissionCallbacks() throws(HTTPFailure) {
            try check(
                flowc_curl_set_gate(easy, CURLOPT_PREREQFUNCTION) { target, remote, local, remotePort, localPort in
                    guard let remote, let local, let transfer = CurlOptions.transfer(target) else {
                        return CURL_PREREQFUNC_ABORT
                    }
                    let ends = CurlEnds(
                        localAddress: String(cString: local), localPort: localPort,
                        remoteAddress: String(cString: remote), remotePort: remotePort)
                    return transfer.shouldSend(on: ends) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
                })
            try check(
                flowc_curl_set_socket_gate(easy, CURLOPT_SOCKOPTFUNCTION) { target, socket, _ in
                    CurlOptions.transfer(target)?.shouldConnect(socket) == true ? CURL_SOCKOPT_OK : CURL_SOCKOPT_ERROR
                })
        }

        /// Sets the callbacks that receive the response's head and body.
        private func setReceivingCallbacks() throws(HTTPFailure) {
            try check(
                flowc_curl_set_reader(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, target in
                    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                    return CurlOptions.transfer(target)?.receiveHead(line) == true ? line.count : 0
                })
            try check(
                flowc_curl_set_reader(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, target in
                    let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
                    return CurlOptions.transfer(target)?.receiveBody(part) == true ? part.count : 0
                })
        }

        /// Returns the object behind the pointer that libcurl passes to callbacks, or nil for a null pointer.
        private static func transfer(_ target: UnsafeMutableRawPointer?) -> CurlTransfer? {
            target.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
        }

        /// The numeric options that all requests share.
        private static let numbers: [(CURLoption, Int)] = [
            (CURLOPT_POST, 1), (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_SSL_VERIFYPEER, 1),
            (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            // With HTTP/2, requests share a connection, and libcurl repeats those that the peer refused.
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            // A proxy's response to CONNECT is not the service's.
            (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1), (CURLOPT_PATH_AS_IS, 1),
        ]

        /// Throws the failure that a result code of libcurl reports; returns if it reports success.
        private func check(_ code: CURLcode) throws(HTTPFailure) {
            switch code {
            case CURLE_OK: return
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: throw .unknownHost
            default: throw .other(code: Int(code.rawValue))
            }
        }
    }

    /// The settings of a transport over libcurl.
    struct CurlSettings: Sendable {
        /// The maximum number of concurrent requests per host.
        let connectionsPerHost: Int
        /// How long connections may be idle before they are closed.
        let idleTime: Duration
        /// The path of a PEM file with trusted certificate authorities, or nil for the system's authorities.
        let authorities: String?
        /// The address of a proxy for `https`, or nil for the environment's proxy.
        let proxy: String?
    }
#endif
