#if canImport(CCurl)
    import CCurl
    import Foundation

    extension HTTPFailure {
        /// Maps a result code of libcurl to a failure.
        /// - Parameters:
        ///   - code: libcurl's result, other than success.
        ///   - systemError: the `errno` of the last failed connection attempt, or 0.
        ///   - hasBegun: whether some of the request may have been sent.
        init(_ code: CURLcode, systemError: Int32, hasBegun: Bool) {
            switch code {
            // libcurl calls an invalid host name malformed.
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_URL_MALFORMAT: self = .unknownHost
            case _ where !hasBegun: self = Self.beforeSending(code, systemError)
            case CURLE_OPERATION_TIMEDOUT: self = .timeout
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: self = .notHTTP
            case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_AGAIN:
                self = .connectionReset
            // TLS failed after the handshake, so something may have been sent.
            case _ where Self.tlsCodes.contains(code.rawValue): self = .connectionReset
            default: self = .other(code: Int(code.rawValue))
            }
        }

        /// Returns the failure that a result code reports if nothing of the request was sent.
        private static func beforeSending(_ code: CURLcode, _ systemError: Int32) -> HTTPFailure {
            switch code {
            case CURLE_COULDNT_CONNECT where [ENETUNREACH, ENETDOWN, EHOSTUNREACH].contains(systemError): .offline
            // Also a connection timeout, or a refusal by a proxy.
            case CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PROXY:
                .refused
            case _ where tlsCodes.contains(code.rawValue): .insecure
            default: .other(code: Int(code.rawValue))
            }
        }

        /// The result codes that report a failure of TLS.
        private static let tlsCodes: Set<UInt32> = Set(
            [
                CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED,
                CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            ].map(\.rawValue))
    }
#endif
