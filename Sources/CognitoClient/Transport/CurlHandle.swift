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
#endif
