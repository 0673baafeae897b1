import NIOCore
import NIOHTTP1

/// Checks the `Host` and `Origin` headers of requests, against DNS rebinding and requests across origins (Fetch
/// Standard).
///
/// A foreign web page can reach this computer's ports through a host name that it resolves to this computer. The
/// check admits only loopback names and those that were configured.
package struct HostHeaderCheck: Sendable {
    /// Why a request is rejected.
    struct Rejection: Sendable {
        let status: HTTPResponseStatus
        let message: String
    }

    /// Configured host names, in lower case.
    private let hosts: Set<String>
    private let origins: Set<String>
    /// Whether other computers can reach the server by an address that it does not know.
    private let takesAddresses: Bool

    /// Makes a check.
    /// - Parameters:
    /// - address: the address that the server listens on.
    /// - access: the configured names.
    init(_ address: String, _ access: PoolAccess) {
        let names = access.hosts.compactMap(Self.host) + [address.lowercased()]
        hosts = Set(names)
        origins = Set(access.origins.map { Self.withoutDefaultPort($0.lowercased()) })
        takesAddresses = !Self.isLoopback(address)
    }

    /// An origin as browsers write it, which leave the port of the scheme out.
    private static func withoutDefaultPort(_ origin: String) -> String {
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) { return String(origin.dropLast(port.count)) }
        return origin
    }

    /// Returns why a request is rejected, or nil.
    func refusal(of head: HTTPRequestHead) -> Rejection? {
        let names = head.headers["host"]
        // RFC 9112, 3.2: a request of HTTP/1.1 has one Host.
        guard names.count == 1 || (names.isEmpty && head.version == .http1_0) else {
            return Rejection(status: .badRequest, message: "A request has one Host")
        }
        // RFC 9112, 3.2.2: a target may have the name, too; then it counts.
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
        // An IP address is not resolved, so nobody can rebind it.
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

    /// Whether a text is empty, or a colon with digits behind it.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.hasPrefix(":") && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) })
    }

    /// Whether a host is this computer whatever a resolver says (RFC 6761, 6.3; RFC 5735; RFC 4291).
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

    /// The answer to a browser's question whether a page may send a request (Fetch Standard, CORS-preflight request), if it
    /// is one.
    func preflight(_ head: HTTPRequestHead) -> PoolAnswer? {
        let headers = head.headers
        guard head.method == .OPTIONS, headers.contains(name: "origin"),
            headers.contains(name: "access-control-request-method")
        else { return nil }
        var answer = PoolAnswer(.noContent)
        answer.headers = ["Access-Control-Allow-Methods": "GET, POST", "Access-Control-Max-Age": "600"]
        // The origin was named: its pages may send what they like, and clients of the service differ in what they send.
        for names in headers["access-control-request-headers"] {
            answer.headers.add(name: "Access-Control-Allow-Headers", value: names)
        }
        // A page of the network that asks for a port of this computer (Private Network Access).
        if headers.contains(name: "access-control-request-private-network") {
            answer.headers.add(name: "Access-Control-Allow-Private-Network", value: "true")
        }
        return answer
    }

    /// Lets the page read the answer.
    func addHeaders(to answer: inout PoolAnswer, for head: HTTPRequestHead) {
        guard let origin = head.headers.first(name: "origin") else { return }
        answer.headers.add(name: "Access-Control-Allow-Origin", value: origin)
        answer.headers.add(name: "Access-Control-Expose-Headers", value: "x-amzn-errortype")
        answer.headers.add(name: "Vary", value: "Origin")
    }
}
