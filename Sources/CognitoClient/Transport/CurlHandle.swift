#if canImport(CCurl)
    import CCurl
    import FlowRuntime

    /// One request at libcurl: the easy handle, and what libcurl keeps pointers to as long as that handle lives.
    ///
    /// A plain value that frees nothing by itself. Where an object ends is the optimiser's choice, which does not see what C still
    /// holds; so a handle is freed by a call, in the one place that has taken it out of the multi handle (``CurlMulti``).
    struct CurlHandle {
        /// libcurl's own.
        let easy: UnsafeMutableRawPointer
        private let lines: CurlLines
        /// The body; retained until ``free()``.
        private let content: Unmanaged<FlowSecret>
        /// The object that the callbacks get; retained until ``free()``.
        private let target: Unmanaged<CurlTransfer>

        /// A handle that is ready to be added to a multi handle.
        /// - Throws: what is wrong with the request; then nothing is left to be freed.
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

        /// Who hears what libcurl does with it.
        var transfer: CurlTransfer { target.takeUnretainedValue() }

        /// Frees the handle, and then what it kept pointers to. Not while a multi handle has it, and once.
        func free() {
            curl_easy_cleanup(easy)
            lines.free()
            content.release()
            target.release()
        }
    }
#endif
