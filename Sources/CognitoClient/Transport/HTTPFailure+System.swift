#if !canImport(CCurl)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

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
