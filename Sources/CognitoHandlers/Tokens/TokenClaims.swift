package import FlowCore

/// The claims of a token, read without a check of its signature: the service checks it, an app only looks.
package struct TokenClaims: Sendable {
    private let payload: JSONValue

    /// The claims in their order.
    package var all: [JSONMember] { payload.members ?? [] }

    /// The claims of a JSON Web Token (RFC 7519 section 3).
    /// - Returns: nothing if the text is no such token.
    package init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.bytes(String(parts[1])), let payload = JSONValue(json: bytes),
            payload.members != nil
        else { return nil }
        self.payload = payload
    }

    /// A claim's text.
    package subscript(name: String) -> String? { payload[name]?.string }

    /// When the token ends: seconds since 1970 in UTC.
    package var expiry: Int64? { time("exp") }

    /// When the token was issued: seconds since 1970 in UTC.
    package var issued: Int64? { time("iat") }

    private func time(_ name: String) -> Int64? {
        guard case .number(let text) = payload[name] else { return nil }
        return Int64(text)
    }
}
