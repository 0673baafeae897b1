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
        let rest = text[colon...].dropFirst(3).split(separator: ":", omittingEmptySubsequences: false)
        guard rest.count <= 2, let host = rest.first?.lowercased(), Self.isDomain(host),
            rest.count == 1 || !rest[1].isEmpty && rest[1].utf8.allSatisfy(Self.isDigit)
        else { return nil }
        let isHere = host == "localhost" || host.hasSuffix(".localhost")
        guard text[..<colon] == "https" || text[..<colon] == "http" && isHere else { return nil }
        self.host = host
    }

    /// Returns whether a relying party's id is the domain or a parent of it.
    ///
    /// A domain of one label, such as `com`, is never a parent. Unlike a browser, this does not know public suffixes of
    /// several labels.
    func admits(_ relyingParty: String) -> Bool {
        host == relyingParty || relyingParty.contains(".") && host.hasSuffix("." + relyingParty)
    }

    /// Returns whether a text in lower case is a domain: labels separated by dots, the last one not a number, as it is
    /// in an IPv4 address.
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
