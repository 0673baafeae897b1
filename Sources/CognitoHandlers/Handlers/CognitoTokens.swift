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
            guard let claims = TokenClaims(token), let expiry = claims.expiry else { return false }
            // A clock that was set back says nothing of how old they are.
            if let issued = claims.issued, issued.difference(to: now) > Self.tolerance { return false }
            return expiry.difference(to: now) > Self.margin
        }
    }

    /// Seconds from the device's time to that of the service, which has issued these tokens just now; none that may be the time they
    /// took to come.
    package func clockOffset(at now: Int64) -> Int64? {
        guard let issued = TokenClaims(accessToken)?.issued else { return nil }
        let offset = issued.difference(to: now)
        return abs(offset) > Self.tolerance ? offset : 0
    }

    /// Seconds by which clocks may differ before it counts.
    private static let tolerance: Int64 = 60

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

extension Int64 {
    /// The difference; an end of the range (but for one) that it lies beyond: times of tokens are any numbers.
    fileprivate func difference(to other: Int64) -> Int64 {
        let (difference, isTooFar) = subtractingReportingOverflow(other)
        guard isTooFar else { return Swift.max(difference, -.max) }
        return self < 0 ? -.max : .max
    }
}
