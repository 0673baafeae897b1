public import FlowCore
package import FlowRuntime

/// The tokens of a sign-in.
public struct CognitoTokens: Sendable, Hashable, Redacted {
    /// The access token, which authorizes requests in the user's name.
    public let accessToken: String
    /// The id token, which identifies the user; nil if the service issued none.
    public let idToken: String?
    /// The refresh token, which obtains new tokens without the user; nil if the service issued none.
    public let refreshToken: String?

    /// Creates the tokens of a sign-in. Only the access token is required.
    public init(accessToken: String, idToken: String? = nil, refreshToken: String? = nil) {
        self.accessToken = accessToken
        self.idToken = idToken
        self.refreshToken = refreshToken
    }

    /// The minimum remaining lifetime of a usable token, in seconds, as in the iOS SDK.
    private static let margin: Int64 = 120

    /// Returns whether the access token and the id token remain valid for more than two minutes.
    ///
    /// A malformed token, or one without an expiry time, is not valid. Neither is a token that was issued more than a
    /// minute after `now`. A missing id token is ignored.
    package func areValid(at now: Int64) -> Bool {
        [accessToken, idToken].allSatisfy { token in
            guard let token else { return true }
            guard let claims = TokenClaims(token), let expiry = claims.expiry else { return false }
            // If the clock was set back, the tokens' age is unknown.
            if let issued = claims.issued, issued.difference(to: now) > Self.tolerance { return false }
            return expiry.difference(to: now) > Self.margin
        }
    }

    /// Returns the difference from the device's time to the service's, in seconds.
    ///
    /// Call this method when the service has just issued the tokens. A difference of up to one minute counts as 0,
    /// because network latency may cause it.
    /// - Parameter now: the device's time, in seconds since 1970.
    /// - Returns: nil if the access token does not contain the time at which it was issued.
    package func clockOffset(at now: Int64) -> Int64? {
        guard let issued = TokenClaims(accessToken)?.issued else { return nil }
        let offset = issued.difference(to: now)
        return abs(offset) > Self.tolerance ? offset : 0
    }

    /// The difference between clocks that is ignored, in seconds.
    private static let tolerance: Int64 = 60

    /// The key of the device that the tokens belong to, or nil if the access token does not contain it.
    ///
    /// If the pool tracks devices, the service refreshes the tokens only for this device.
    package var deviceKey: String? { TokenClaims(accessToken)?["device_key"] }

    /// Whether the refresh token can be revoked. The access token then has the claim `origin_jti` (Cognito, token
    /// revocation).
    package var areRevocable: Bool { refreshToken != nil && TokenClaims(accessToken)?["origin_jti"] != nil }

    /// Creates tokens from a handler's inputs.
    /// - Throws: `missing-input` if there is no access token.
    package init(_ inputs: FlowHandlerInputs) throws(FlowHandlerFailure) {
        self.init(
            accessToken: try inputs.text("AccessToken"), idToken: inputs["IdToken"],
            refreshToken: inputs["RefreshToken"])
    }

    /// The tokens as members of a JSON object. Missing tokens have no member.
    var members: [JSONMember] {
        [("accessToken", accessToken), ("idToken", idToken), ("refreshToken", refreshToken)].compactMap { name, token in
            token.map { JSONMember(name, .string($0)) }
        }
    }

    /// Parses tokens from a JSON object with the same members as ``members``.
    /// - Returns: nil if the access token is missing, or if a member is not a text.
    init?(json: JSONValue) {
        let idToken = json["idToken"]
        let refreshToken = json["refreshToken"]
        guard let accessToken = json["accessToken"]?.string, idToken == nil || idToken?.string != nil,
            refreshToken == nil || refreshToken?.string != nil
        else { return nil }
        self.init(accessToken: accessToken, idToken: idToken?.string, refreshToken: refreshToken?.string)
    }
}

extension Int64 {
    /// Returns this time minus another one, clamped so that neither the result nor its absolute value overflows. A
    /// token may contain any number as a time.
    fileprivate func difference(to other: Int64) -> Int64 {
        let (result, overflows) = subtractingReportingOverflow(other)
        guard overflows else { return Swift.max(result, -.max) }
        return self < 0 ? -.max : .max
    }
}
