package import FlowCore

/// The claims of a token. The token's signature is not verified: the service verifies it, and an app only reads the
/// claims.
package struct TokenClaims: Sendable {
    private let payload: JSONValue

    /// The claims, in order.
    package var all: [JSONMember] { payload.members ?? [] }

    /// Parses the claims of a JSON Web Token (RFC 7519 section 3). The signature is not verified.
    /// - Returns: nil if the text is malformed.
    package init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.bytes(String(parts[1])), let payload = JSONValue(json: bytes),
            payload.members != nil
        else { return nil }
        self.payload = payload
    }

    /// The text of a claim, or nil if it is missing or not a text.
    package subscript(name: String) -> String? { payload[name]?.string }

    /// The user's name, or nil if no claim says it.
    package var username: String? { self["username"] }

    /// The user's id, or nil if no claim says it.
    package var subject: String? { self["sub"] }

    /// When the token expires, in seconds since 1970 (UTC), or nil if no claim says so.
    package var expiry: Int64? { time("exp") }

    /// When the token was issued, in seconds since 1970 (UTC), or nil if no claim says so.
    package var issued: Int64? { time("iat") }

    /// Returns a claim as seconds since 1970, or nil if it is missing or not an integer.
    private func time(_ name: String) -> Int64? {
        guard case .number(let text) = payload[name] else { return nil }
        return Int64(text)
    }
}
