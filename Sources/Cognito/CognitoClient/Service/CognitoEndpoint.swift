/// The address of the service.
struct CognitoEndpoint: Sendable, Equatable {
    /// The URL to which requests are sent: the scheme, ``host`` and ``path``.
    let url: String
    /// The value of the `Host` header: the host, and the port unless it is the scheme's default.
    let host: String
    /// The path, at least `/`.
    let path: String
    /// The region for signatures, or nil if it is unknown. Requests that must be signed then fail.
    let region: String?

    /// Creates the endpoint of an AWS region.
    /// - Throws: ``CognitoEndpointFailure/malformedRegion``.
    init(region: String) throws(CognitoEndpointFailure) {
        guard Self.isRegion(region) else { throw .malformedRegion }
        host = "cognito-idp.\(region).\(Self.domain(ofRegion: region))"
        url = "https://\(host)/"
        path = "/"
        self.region = region
    }

    /// Parses the address of another endpoint. Does not use Foundation, whose parsers differ between systems.
    /// - Parameters:
    ///   - address: an absolute URL without query and fragment.
    ///   - region: the region for signatures. If it is nil, an AWS host name determines it.
    ///   - allowsPlainHTTP: whether `http` is allowed for other devices, too.
    /// - Throws: ``CognitoEndpointFailure``.
    init(_ address: String, region: String?, allowsPlainHTTP: Bool) throws(CognitoEndpointFailure) {
        guard region.map(Self.isRegion) ?? true else { throw .malformedRegion }
        let (scheme, rest) = try Self.splitScheme(of: address)
        let authority = rest.prefix { $0 != "/" }
        let (name, port) = try Self.hostAndPort(String(authority))
        let path = String(rest.dropFirst(authority.utf8.count))
        guard Self.isPath(path) else { throw .malformedAddress }
        if scheme == "http", !allowsPlainHTTP, !Self.isThisDevice(name) { throw .notEncrypted }
        let defaultPort = scheme == "https" ? 443 : 80
        if let port, port != defaultPort { host = "\(name):\(port)" } else { host = name }
        self.path = path.isEmpty ? "/" : path
        url = "\(scheme)://\(host)\(self.path)"
        self.region = region ?? Self.region(ofHost: name)
    }

    /// Splits an address into its scheme, in lower case, and the part after `://`.
    /// - Throws: ``CognitoEndpointFailure/malformedAddress`` if the scheme is neither `https` nor `http`.
    private static func splitScheme(of address: String) throws(CognitoEndpointFailure) -> (String, Substring) {
        for scheme in ["https", "http"] {
            let prefix = scheme + "://"
            if address.lowercased().hasPrefix(prefix) { return (scheme, address.dropFirst(prefix.utf8.count)) }
        }
        throw .malformedAddress
    }

    /// Splits an authority into its host, in lower case, and its port, or nil if it has none.
    /// - Throws: ``CognitoEndpointFailure/malformedAddress`` if either is malformed.
    private static func hostAndPort(_ text: String) throws(CognitoEndpointFailure) -> (String, Int?) {
        var host = Substring(text)
        var port: Int?
        // An IPv6 address in brackets contains colons, too.
        let addressEnd = text.lastIndex(of: "]") ?? text.startIndex
        if let colon = text[addressEnd...].lastIndex(of: ":") {
            host = text[..<colon]
            let digits = text[text.index(after: colon)...]
            guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits),
                (1...65535).contains(number)
            else { throw .malformedAddress }
            port = number
        }
        guard isHost(host) else { throw .malformedAddress }
        return (host.lowercased(), port)
    }

    /// Returns whether a text has the form of a host: a name, an IPv4 address, or an IPv6 address in brackets.
    private static func isHost(_ text: Substring) -> Bool {
        if text.first == "[", text.last == "]" {
            let address = text.dropFirst().dropLast()
            return !address.isEmpty && address.allSatisfy { $0.isHexDigit && $0.isASCII || $0 == ":" || $0 == "." }
        }
        // A host name may contain every unreserved character except the tilde.
        return !text.isEmpty && text.first != "." && text.allSatisfy { isUnreserved($0) && $0 != "~" }
    }

    /// Returns whether a text is empty, or a path that needs no escaping and no normalization.
    ///
    /// The signer and the server may normalize empty, `.` and `..` segments differently.
    private static func isPath(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        guard text.allSatisfy({ isUnreserved($0) || $0 == "/" }) else { return false }
        let segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        // Only the last segment may be empty: a path may end in a slash.
        if segments.dropLast().contains("") { return false }
        return !segments.contains(".") && !segments.contains("..")
    }

    /// Returns whether a character is unreserved (RFC 3986 section 2.3).
    private static func isUnreserved(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
    }

    /// Returns whether a host is `localhost`, an IPv4 loopback address, or `[::1]`.
    private static func isThisDevice(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isLoopback = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        return isLoopback || host == "localhost" || host == "[::1]"
    }

    /// Returns whether a text has the form of a region, such as `eu-west-1`.
    ///
    /// A region is a label of a host name, which has at most 63 characters (RFC 1035 section 2.3.4).
    private static func isRegion(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 63 && text.first != "-" && text.last != "-"
            && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }

    /// Returns the domain of the AWS partition that a region belongs to, such as `amazonaws.com`.
    private static func domain(ofRegion region: String) -> String {
        domains.first { region.hasPrefix($0.regionPrefix) }?.domain ?? "amazonaws.com"
    }

    /// The domains of the partitions whose domain is not `amazonaws.com`. No prefix begins with another one.
    private static let domains: [(regionPrefix: String, domain: String)] = [
        ("cn-", "amazonaws.com.cn"), ("eusc-", "amazonaws.eu"), ("us-iso-", "c2s.ic.gov"),
        ("us-isob-", "sc2s.sgov.gov"),
    ]

    /// Returns the region in an AWS host name, such as `cognito-idp.eu-west-1.amazonaws.com`; nil for any other host.
    private static func region(ofHost host: String) -> String? {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard labels.count > 2, labels[0] == "cognito-idp" || labels[0] == "cognito-idp-fips", isRegion(labels[1]),
            labels[2...].joined(separator: ".") == domain(ofRegion: labels[1])
        else { return nil }
        return labels[1]
    }
}

/// Reports what is wrong with an address.
public enum CognitoEndpointFailure: Error, Sendable, Equatable {
    /// The region is malformed. Regions consist of lower-case letters, digits and hyphens: `eu-west-1`.
    case malformedRegion
    /// The address is malformed. Use `https`, a host, and optionally a port and a path:
    /// `https://auth.example.com:8443/pool`. A user name, a query or a fragment is not allowed.
    case malformedAddress
    /// The address is `http` on another device. Requests contain passwords, so this needs `allowsPlainHTTP`.
    case notEncrypted
}

extension CognitoEndpointFailure: CustomStringConvertible {
    /// What is wrong, and a correct example.
    public var description: String {
        switch self {
        case .malformedRegion:
            "the region is malformed: write lower-case letters, digits and hyphens, such as 'eu-west-1'"
        case .malformedAddress:
            "the address is malformed: write 'https://', a host, and optionally a port and a path, such as "
                + "'https://auth.example.com:8443/pool'"
        case .notEncrypted:
            "the address uses 'http' for another device, which would send passwords unencrypted: use 'https', or write "
                + "127.0.0.1, [::1] or localhost for this device"
        }
    }
}
