/// A session that has the tokens of a user pool: `(session as? AuthCognitoTokensProvider)?.getCognitoTokens()`.
public protocol AuthCognitoTokensProvider {
    /// The tokens, or why there are none.
    func getCognitoTokens() -> Result<AuthCognitoTokens, AuthError>
}

/// Whether somebody is signed in, and with which tokens.
public struct AuthSession: Sendable, AuthCognitoTokensProvider {
    /// Whether somebody is signed in, even if their tokens cannot be had now.
    public let isSignedIn: Bool
    /// The tokens, or why there are none.
    public let userPoolTokensResult: Result<AuthCognitoTokens, AuthError>

    /// A session, for tests too.
    public init(isSignedIn: Bool, userPoolTokensResult: Result<AuthCognitoTokens, AuthError>) {
        self.isSignedIn = isSignedIn
        self.userPoolTokensResult = userPoolTokensResult
    }

    /// The tokens.
    /// - Returns: why there are none, as a failure.
    public func getCognitoTokens() -> Result<AuthCognitoTokens, AuthError> { userPoolTokensResult }
}
