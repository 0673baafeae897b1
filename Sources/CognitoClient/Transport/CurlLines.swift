#if canImport(CCurl)
    import CCurl

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
