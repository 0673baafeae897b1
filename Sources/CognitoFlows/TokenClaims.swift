package import CognitoHandlers
import FlowCore

/// What a token says, read without a check of its signature: the service checks it, an app only looks.
package struct TokenClaims: Sendable {
    private let payload: WireValue

    /// The claims of a JSON Web Token (RFC 7519 section 3).
    /// - Returns: nothing if the text is no such token.
    package init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.bytes(String(parts[1])), let payload = WireValue(json: bytes),
            payload.members != nil
        else { return nil }
        self.payload = payload
    }

    /// A claim's text.
    package subscript(name: String) -> String? { payload[name]?.string }

    /// When the token ends: seconds since 1970 in UTC.
    package var expiry: Int64? {
        guard case .number(let text) = payload["exp"] else { return nil }
        return Int64(text)
    }
}

extension CognitoTokens {
    /// Seconds for which a token must still be good to be used, as in the iOS SDK.
    private static let margin: Int64 = 120

    /// Whether access and id token can be used for some time to come.
    package func areValid(at now: Int64) -> Bool {
        [accessToken, idToken].allSatisfy { token in
            guard let token else { return true }
            guard let expiry = TokenClaims(token)?.expiry else { return false }
            return expiry > now + Self.margin
        }
    }

    /// Whether the refresh token can be revoked: its access token then has `origin_jti` (Cognito, token revocation).
    package var areRevocable: Bool { refreshToken != nil && TokenClaims(accessToken)?["origin_jti"] != nil }
}
