#if canImport(CCurl)
    import CCurl
    import FlowRuntime

    /// A libcurl easy handle, with everything that it keeps pointers to.
    ///
    /// It is a plain value without a deinitializer. The optimizer chooses when an object is released and does not
    /// know what C still uses. So the handle is freed explicitly, in the one place that has removed it from the multi
    /// handle (``CurlMulti``).
    struct CurlHandle {
        let easy: UnsafeMutableRawPointer
        private let lines: CurlLines
        /// The body; retained until ``free()``.
        private let content: Unmanaged<FlowSecret>
        /// The receiver of the callbacks; retained until ``free()``.
        private let target: Unmanaged<CurlTransfer>

        /// Creates a handle that is ready to be added to a multi handle, and reports its result to an exchange.
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
            target = .passRetained(CurlTransfer(easy, exchange, sockets, longestBody: request.longestAnswer))
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

        /// Frees the handle, then everything that it kept pointers to. Call it once, after removing the handle from
        /// its multi handle.
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

        /// The first line, or nil if there are no lines.
        private(set) var list: UnsafeMutablePointer<curl_slist>?

        /// Creates the lines of fields, except connection headers, which libcurl generates.
        /// - Throws: ``HTTPFailure/other(code:)`` for a field that contains a line break. Then there is nothing to
        ///   free.
        init(_ fields: [HTTPField]) throws(HTTPFailure) {
            do throws(HTTPFailure) {
                try append(fields)
            } catch {
                free()
                throw error
            }
        }

        /// Frees the lines. Free the easy handle that uses them first.
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
                // libcurl omits a header that has only a name and a colon.
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
#endif
