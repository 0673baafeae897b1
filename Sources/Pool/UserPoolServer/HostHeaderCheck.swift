import NIOCore
import NIOHTTP1
package import UserPool

/// Checks the `Host` and `Origin` headers of requests.
///
/// It prevents DNS rebinding and cross-origin requests (Fetch Standard). With DNS rebinding, a web page reaches this
/// computer through a host name of its own. The check admits only loopback names, the address that the server listens
/// on, and configured names and origins. If other computers can reach the server, it also admits any IP address.
package struct HostHeaderCheck: Sendable {
    /// The status and message for a rejected request.
    struct Rejection: Sendable {
        let status: HTTPResponseStatus
        let message: String
    }

    private let hosts: Set<String>
    private let origins: Set<String>
    /// Whether any IP address is permitted, because other computers can reach the server.
    private let acceptsAddresses: Bool

    /// Creates the check of a server.
    /// - Parameters:
    ///   - address: the address that the server listens on.
    ///   - access: the permitted hosts and origins.
    init(_ address: String, _ access: PoolAccess) {
        hosts = Set(access.hosts.compactMap(Self.host) + [address.lowercased()])
        origins = Set(access.origins.map { Self.withoutDefaultPort($0.lowercased()) })
        acceptsAddresses = !Self.isLoopback(address)
    }

    /// Returns an origin without the scheme's default port, which browsers omit.
    private static func withoutDefaultPort(_ origin: String) -> String {
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) { return String(origin.dropLast(port.count)) }
        return origin
    }

    /// Returns the rejection of a request that has several hosts or, in HTTP/1.1, none, or whose host or origin is not
    /// permitted; nil for a permitted request.
    func rejection(of head: HTTPRequestHead) -> Rejection? {
        let names = head.headers["host"]
        // An HTTP/1.1 request has exactly one Host header (RFC 9112, 3.2).
        guard names.count == 1 || (names.isEmpty && head.version == .http1_0) else {
            return Rejection(status: .badRequest, message: "A request must have exactly one Host header")
        }
        // An authority in the target takes precedence over the header (RFC 9112, 3.2.2), so both are checked.
        if !(names + PoolRequest.authorities(of: head)).allSatisfy(admits) {
            return Rejection(
                status: .forbidden,
                message: "The host is not permitted; to permit it, use 'flowc pool --allow-host'")
        }
        let origins = head.headers["origin"]
        guard origins.allSatisfy({ self.origins.contains($0.lowercased()) }) else {
            return Rejection(
                status: .forbidden,
                message: "The origin is not permitted; to permit it, use 'flowc pool --allow-origin'")
        }
        return nil
    }

    /// Returns whether requests to this host are permitted.
    private func admits(_ authority: String) -> Bool {
        guard let host = Self.host(of: authority) else { return false }
        if Self.isLoopback(host) || hosts.contains(host) { return true }
        // An IP address is not resolved, so DNS rebinding cannot affect it.
        return acceptsAddresses && (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }

    /// Returns the host of an authority, `name` or `[address]` with an optional `:port`, in lower case.
    /// - Returns: nil if the authority is malformed.
    private static func host(of authority: String) -> String? {
        let text = authority.lowercased()
        if text.hasPrefix("[") {
            let parts = text.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, isPort(parts[1]) else { return nil }
            return String(parts[0])
        }
        let name = text.prefix { $0 != ":" }
        guard isPort(text.dropFirst(name.count)) else { return nil }
        return String(name)
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let lowercaseLetters = UInt8(ascii: "a")...UInt8(ascii: "z")

    /// Returns whether a text is empty, or a colon followed by digits.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.hasPrefix(":") && text.dropFirst().utf8.allSatisfy { digits.contains($0) })
    }

    /// Returns whether a host always means this computer (RFC 6761, 6.3; RFC 5735; RFC 4291).
    package static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.last == "localhost" { return parts.allSatisfy(isLabel) }
        // `UInt8.init` also accepts a plus sign.
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && !$0.hasPrefix("+") }
    }

    /// Returns whether a text is a label of a host name in lower case (RFC 1123, 2.1).
    private static func isLabel(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                digits.contains($0) || lowercaseLetters.contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    // MARK: Browsers

    /// Returns the response to a CORS preflight request (Fetch Standard), or nil for any other request.
    func preflightAnswer(to head: HTTPRequestHead) -> PoolAnswer? {
        let headers = head.headers
        guard head.method == .OPTIONS, headers.contains(name: "origin"),
            headers.contains(name: "access-control-request-method")
        else { return nil }
        var answer = PoolAnswer(.noContent)
        answer.headers = ["Access-Control-Allow-Methods": "GET, POST", "Access-Control-Max-Age": "600"]
        // Pages of a permitted origin may send any header, because each SDK sends different ones.
        for names in headers["access-control-request-headers"] {
            answer.headers.add(name: "Access-Control-Allow-Headers", value: names)
        }
        // Browsers ask before a page from the network may reach this computer (Private Network Access).
        if headers.contains(name: "access-control-request-private-network") {
            answer.headers.add(name: "Access-Control-Allow-Private-Network", value: "true")
        }
        return answer
    }

    /// Adds the CORS headers that permit a page to read the response, if the request came from a page. The caller has
    /// checked the page's origin.
    func addCORSHeaders(to answer: inout PoolAnswer, for head: HTTPRequestHead) {
        guard let origin = head.headers.first(name: "origin") else { return }
        answer.headers.add(name: "Access-Control-Allow-Origin", value: origin)
        answer.headers.add(name: "Access-Control-Expose-Headers", value: "x-amzn-errortype")
        answer.headers.add(name: "Vary", value: "Origin")
    }
}

/// The hosts, origins and keys that a server accepts.
package struct PoolAccess: Sendable {
    /// The additional host names that the `Host` header may have.
    package var hosts: [String] = []
    /// The origins (`scheme://host:port`) whose pages may send requests.
    package var origins: [String] = []
    /// The keys that sign administrators' operations.
    package var keys: [PoolAccessKey] = []
    /// Whether administrators' operations are accepted without a signature.
    package var allowsUnsignedAdministration = false

    /// Creates access without additional hosts, origins or keys.
    package init() {}
}
