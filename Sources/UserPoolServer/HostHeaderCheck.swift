import NIOCore
import NIOHTTP1

/// Checks the `Host` and `Origin` headers of requests.
///
/// It prevents DNS rebinding and cross-origin requests (Fetch Standard). A foreign web page can reach this computer's
/// ports through a host name that it resolves to this computer. The check admits only loopback names and those that
/// were configured.
package struct HostHeaderCheck: Sendable {
    /// Why a request is rejected.
    struct Rejection: Sendable {
        let status: HTTPResponseStatus
        let message: String
    }

    /// Configured host names, in lower case.
    private let hosts: Set<String>
    private let origins: Set<String>
    /// Whether remote clients can reach the server by an unknown address.
    private let takesAddresses: Bool

    /// Creates a check.
    /// - Parameters:
    ///   - address: the address that the server listens on.
    ///   - access: the configured names.
    init(_ address: String, _ access: PoolAccess) {
        let names = access.hosts.compactMap(Self.host) + [address.lowercased()]
        hosts = Set(names)
        origins = Set(access.origins.map { Self.withoutDefaultPort($0.lowercased()) })
        takesAddresses = !Self.isLoopback(address)
    }

    /// An origin as browsers write it, without the scheme's default port.
    private static func withoutDefaultPort(_ origin: String) -> String {
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) { return String(origin.dropLast(port.count)) }
        return origin
    }

    /// Returns the reason why a request is rejected, or nil.
    func refusal(of head: HTTPRequestHead) -> Rejection? {
        let names = head.headers["host"]
        // An HTTP/1.1 request has exactly one Host (RFC 9112, 3.2).
        guard names.count == 1 || (names.isEmpty && head.version == .http1_0) else {
            return Rejection(status: .badRequest, message: "A request has one Host")
        }
        // If the target contains the name, it takes precedence (RFC 9112, 3.2.2).
        if !(names + PoolRequest.authority(of: head)).allSatisfy(admits) {
            return Rejection(
                status: .forbidden,
                message: "The host is not one of this server; 'flowc pool --allow-host' names another")
        }
        let origins = head.headers["origin"]
        guard origins.allSatisfy({ self.origins.contains($0.lowercased()) }) else {
            return Rejection(
                status: .forbidden, message: "The origin may not come here; 'flowc pool --allow-origin' lets one in")
        }
        return nil
    }

    private func admits(_ authority: String) -> Bool {
        guard let host = Self.host(of: authority) else { return false }
        if Self.isLoopback(host) || hosts.contains(host) { return true }
        // An IP address is not resolved, so DNS rebinding cannot affect it.
        return takesAddresses && (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }

    /// The host of an authority, `name:port` or `[address]:port`, in lower case.
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

    /// Whether a text is empty, or a colon followed by digits.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.hasPrefix(":") && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) })
    }

    /// Whether a host always means this computer (RFC 6761, 6.3; RFC 5735; RFC 4291).
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.last == "localhost" { return parts.allSatisfy(isLabel) }
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && !$0.hasPrefix("+") }
    }

    /// Whether a text is a label of a host name (RFC 1123, 2.1).
    private static func isLabel(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
    }

    // MARK: Browsers

    /// Returns the response to a CORS preflight request, or nil.
    ///
    /// See the Fetch Standard, CORS-preflight request.
    func preflight(_ head: HTTPRequestHead) -> PoolAnswer? {
        let headers = head.headers
        guard head.method == .OPTIONS, headers.contains(name: "origin"),
            headers.contains(name: "access-control-request-method")
        else { return nil }
        var answer = PoolAnswer(.noContent)
        answer.headers = ["Access-Control-Allow-Methods": "GET, POST", "Access-Control-Max-Age": "600"]
        // Pages of a configured origin may send any header, as clients of the service differ.
        for names in headers["access-control-request-headers"] {
            answer.headers.add(name: "Access-Control-Allow-Headers", value: names)
        }
        // A page on the network requests a port of this computer (Private Network Access).
        if headers.contains(name: "access-control-request-private-network") {
            answer.headers.add(name: "Access-Control-Allow-Private-Network", value: "true")
        }
        return answer
    }

    /// Adds the headers that let the page read the response.
    func addHeaders(to answer: inout PoolAnswer, for head: HTTPRequestHead) {
        guard let origin = head.headers.first(name: "origin") else { return }
        answer.headers.add(name: "Access-Control-Allow-Origin", value: origin)
        answer.headers.add(name: "Access-Control-Expose-Headers", value: "x-amzn-errortype")
        answer.headers.add(name: "Vary", value: "Origin")
    }
}
