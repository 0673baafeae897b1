import Foundation

#if canImport(CCurl)
    import CCurl
#elseif canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reports why a request has no response.
public enum HTTPFailure: Error, Sendable, Equatable {
    /// The client could not connect to the host or its proxy, and sent nothing.
    case refused
    /// The URL is malformed, or the client could not resolve the host's name. It sent nothing.
    case unknownHost
    /// The network or the host is unreachable, for example because this device is offline. The client sent nothing.
    case offline
    /// The TLS handshake or the certificate check failed. The client sent nothing.
    case insecure
    /// The connection was lost before the whole response arrived.
    case connectionReset
    /// The whole response did not arrive in time.
    case timeout
    /// The response is not HTTP.
    case notHTTP
    /// The response exceeds the limit, in bytes.
    case tooLong(limit: Int)
    /// The task was canceled.
    case cancelled
    /// Another failure, with an error code of libcurl or `URLSession`, or 0 if there is no code.
    case other(code: Int)
}

extension HTTPFailure: CustomStringConvertible {
    /// One sentence for people, without secrets and without content of the request.
    public var description: String {
        switch self {
        case .refused: "no connection to the service or to its proxy could be established; nothing was sent"
        case .unknownHost: "the service's address is malformed, or its host name is unknown; nothing was sent"
        case .offline: "the network or the service's host is unreachable; nothing was sent"
        case .insecure: "no trusted TLS connection to the service could be established; nothing was sent"
        case .connectionReset: "the connection was lost before the whole response arrived"
        case .timeout: "the service did not answer in time"
        case .notHTTP: "the response is not valid HTTP"
        case .tooLong(let limit): "the response is longer than the limit of \(limit) bytes"
        case .cancelled: "the request was canceled"
        case .other(let code): "the request failed (code \(code))"
        }
    }
}

#if canImport(CCurl)
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
            // Also a connection timeout, a refusal by a proxy, or an unknown proxy.
            case CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PROXY,
                CURLE_COULDNT_RESOLVE_PROXY:
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
#else
    extension HTTPFailure {
        /// Maps an error of `URLSession` to a failure.
        init(_ error: any Error) {
            guard let error = error as? URLError else {
                self = .other(code: 0)
                return
            }
            switch error.code {
            case .cannotConnectToHost: self = .refused
            case .cannotFindHost, .dnsLookupFailed: self = .unknownHost
            case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: self = .offline
            case .timedOut: self = .timeout
            case .cancelled: self = .cancelled
            // On Linux, "bad server response" is libcurl's "empty reply".
            case .networkConnectionLost, .badServerResponse: self = .connectionReset
            case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .unsupportedURL,
                .zeroByteResource:
                self = .notHTTP
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
                self = .insecure
            case .unknown: self = Self.failure(describedBy: error.localizedDescription)
            default: self = .other(code: error.code.rawValue)
            }
        }

        /// Returns the failure that an error text describes: ``insecure`` if it mentions TLS, else ``connectionReset``.
        ///
        /// On Linux, only libcurl's text distinguishes a TLS failure from a lost connection.
        private static func failure(describedBy text: String) -> HTTPFailure {
            ["SSL", "TLS", "certificate"].contains { text.contains($0) } ? .insecure : .connectionReset
        }
    }
#endif
