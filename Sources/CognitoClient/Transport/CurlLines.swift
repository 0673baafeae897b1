#if canImport(CCurl)
    import CCurl

    /// The header lines of a request as libcurl takes them: a list in C's memory, freed by ``free()`` and by nothing else.
    struct CurlLines {
        private static let ours: Set<String> = [
            "connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding", "upgrade",
        ]

        /// The first line.
        private(set) var list: UnsafeMutablePointer<curl_slist>?

        /// Lines for fields. Those that belong to the connection are left out: they are libcurl's to make.
        /// - Throws: ``HTTPFailure/other(code:)`` for a field that would end its line; then there is nothing to be freed.
        init(_ fields: [HTTPField]) throws(HTTPFailure) {
            do throws(HTTPFailure) {
                try append(fields)
            } catch {
                free()
                throw error
            }
        }

        /// Frees the lines. Not before the handle that they were given to.
        func free() { curl_slist_free_all(list) }

        private mutating func append(_ fields: [HTTPField]) throws(HTTPFailure) {
            // libcurl would ask before it sends a long body, and name a type for a body without one.
            try append("Expect:")
            if fields.first(named: "Content-Type") == nil { try append("Content-Type:") }
            for field in fields where !Self.ours.contains(field.name.lowercased()) {
                guard Self.isName(field.name), !field.value.utf8.contains(where: Self.endsLine) else {
                    throw .other(code: Int(CURLE_BAD_FUNCTION_ARGUMENT.rawValue))
                }
                // A name with a colon alone would leave the field out.
                let isEmpty = field.value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                try append(isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
            }
        }

        private mutating func append(_ line: String) throws(HTTPFailure) {
            guard let longer = curl_slist_append(list, line) else {
                throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
            }
            list = longer
        }

        /// A token of RFC 9110, section 5.6.2.
        private static func isName(_ text: String) -> Bool {
            !text.isEmpty
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0)) }
        }

        private static func endsLine(_ byte: UInt8) -> Bool { byte == 0 || byte == 10 || byte == 13 }
    }
#endif
