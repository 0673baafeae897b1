import CognitoHandlers

/// The tokens of who is signed in. Printing them shows nothing of them.
public struct AuthCognitoTokens: Sendable, Equatable, Redacted {
    /// Tells who the user is.
    public let idToken: String
    /// Calls the service in the user's name.
    public let accessToken: String
    /// Makes new tokens without the user.
    public let refreshToken: String

    /// Tokens.
    public init(idToken: String, accessToken: String, refreshToken: String) {
        self.idToken = idToken
        self.accessToken = accessToken
        self.refreshToken = refreshToken
    }
}
