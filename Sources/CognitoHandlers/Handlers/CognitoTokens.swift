public import FlowCore
package import FlowRuntime

/// The tokens of a sign-in.
public struct CognitoTokens: Sendable, Hashable, Redacted {
    /// Calls the service in the user's name.
    public let accessToken: String
    /// Tells who the user is.
    public let idToken: String?
    /// Makes new tokens without the user.
    public let refreshToken: String?

    /// Tokens.
    public init(accessToken: String, idToken: String? = nil, refreshToken: String? = nil) {
        self.accessToken = accessToken
        self.idToken = idToken
        self.refreshToken = refreshToken
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

extension CognitoTokens {
    /// The tokens that a handler of tokens is given.
    /// - Throws: `missing-input` without an access token.
    package init(_ inputs: FlowHandlerInputs) throws(FlowHandlerFailure) {
        self.init(
            accessToken: try inputs.text("AccessToken"), idToken: inputs["IdToken"],
            refreshToken: inputs["RefreshToken"])
    }
}
