/// The tokens of a sign-in.
public struct CognitoTokens: Sendable, Equatable, Redacted {
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
