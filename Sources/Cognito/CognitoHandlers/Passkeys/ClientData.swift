import FlowCore

/// The client data of a ceremony, `clientDataJSON` (WebAuthn level 3, section 5.8.1). The browser, or for an app the
/// system, vouches for its content.
package struct ClientData: Sendable, Equatable {
    /// The ceremonies of WebAuthn, by their types in client data.
    package enum Ceremony: String, Sendable {
        case registration = "webauthn.create"
        case assertion = "webauthn.get"
    }

    /// The type, which is a ``Ceremony``'s raw value. Parsed data may contain any other text.
    package var type: String
    /// The relying party's challenge in base64url.
    package var challenge: String
    /// The origin of the ceremony: `https://example.com`.
    package var origin: String
    /// Whether the ceremony ran in a frame of another origin.
    package var isCrossOrigin: Bool
    /// The origin of the top-level page, or nil if it does not differ from ``origin``.
    package var topOrigin: String?

    package init(
        _ ceremony: Ceremony, challenge: [UInt8], origin: String, isCrossOrigin: Bool = false, topOrigin: String? = nil
    ) {
        type = ceremony.rawValue
        self.challenge = Base64.urlText(challenge)
        self.origin = origin
        self.isCrossOrigin = isCrossOrigin
        self.topOrigin = topOrigin
    }

    /// Parses client data as WebAuthn specifies. The JSON may have any white space, further members, and a byte order
    /// mark before it. A `topOrigin` that is not a text is ignored.
    /// - Returns: nil if the bytes are not a JSON object with texts for type, challenge and origin, or if `crossOrigin`
    ///   is not a Boolean.
    package init?(json bytes: [UInt8]) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let hasMark = bytes.starts(with: byteOrderMark)
        let text = hasMark ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
        guard let json = JSONValue(json: text), let type = json["type"]?.string,
            let challenge = json["challenge"]?.string, let origin = json["origin"]?.string
        else { return nil }
        switch json["crossOrigin"] {
        case .bool(let isCrossOrigin): self.isCrossOrigin = isCrossOrigin
        case nil: isCrossOrigin = false
        default: return nil
        }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        topOrigin = json["topOrigin"]?.string
    }

    /// The only serialization that clients may produce (WebAuthn level 3, section 5.8.1.1).
    package var json: [UInt8] {
        var text = #"{"type":\#(Self.quoted(type)),"challenge":\#(Self.quoted(challenge))"#
        text += #","origin":\#(Self.quoted(origin)),"crossOrigin":\#(isCrossOrigin)"#
        if let topOrigin { text += #","topOrigin":\#(Self.quoted(topOrigin))"# }
        return Array((text + "}").utf8)
    }

    /// Returns a text as a quoted JSON string, in the form of CCDToString (WebAuthn level 3, section 5.8.1.1).
    /// Every character below U+0020 is written as `\u` with four digits.
    private static func quoted(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case ..<" ": literal += "\\u00" + Hex.text([UInt8(truncatingIfNeeded: scalar.value)])
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}

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

    /// Returns whether a text in lower case is a domain, that is, labels separated by dots. The last label of a domain
    /// is not a number, unlike the last part of an IPv4 address.
    private static func isDomain(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let last = parts.last, !last.allSatisfy(isDigit) else { return false }
        return parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(isLabelCharacter) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns whether a byte may occur in a label of a domain in lower case.
    private static func isLabelCharacter(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }
}
