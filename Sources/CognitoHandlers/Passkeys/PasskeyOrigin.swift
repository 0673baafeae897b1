/// The origin of a ceremony, which determines the allowed relying parties. It follows WebAuthn level 3, section 5.1.3
/// steps 5 to 8.
struct PasskeyOrigin: Sendable {
    /// The origin's domain, in lower case.
    let host: String

    /// Parses an origin such as `https://example.com:8443`.
    /// - Returns: nil if it is malformed, is not secure (neither `https` nor this computer), or has an IP address as
    ///   its host.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        let address = text[colon...].dropFirst("://".count)
        let hostAndPort = address.split(separator: ":", omittingEmptySubsequences: false)
        guard hostAndPort.count <= 2, let host = hostAndPort.first?.lowercased(), Self.isDomain(host) else {
            return nil
        }
        if hostAndPort.count == 2 {
            let port = hostAndPort[1]
            guard !port.isEmpty, port.utf8.allSatisfy(Self.isDigit) else { return nil }
        }
        let scheme = text[..<colon]
        let isThisComputer = host == "localhost" || host.hasSuffix(".localhost")
        guard scheme == "https" || scheme == "http" && isThisComputer else { return nil }
        self.host = host
    }

    /// Returns whether a relying party's id is the domain or a parent of it.
    ///
    /// A domain of one label, such as `com`, is never a parent. Unlike a browser, this method admits public suffixes of
    /// several labels, such as `co.uk`.
    func admits(_ relyingParty: String) -> Bool {
        host == relyingParty || relyingParty.contains(".") && host.hasSuffix("." + relyingParty)
    }

    /// Returns whether a text in lower case is a domain, that is, labels separated by dots. The last label of a domain is
    /// not a number, unlike that of an IPv4 address.
    private static func isDomain(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let last = parts.last, !last.allSatisfy(isDigit) else { return false }
        return parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(isLabelCharacter) }
    }

    /// Returns whether a byte is an ASCII digit.
    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns whether a byte may occur in a label of a domain in lower case.
    private static func isLabelCharacter(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }
}
