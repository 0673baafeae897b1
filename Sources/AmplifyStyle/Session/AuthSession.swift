/// A session with user pool tokens.
///
/// To read the tokens, cast a session to this type: `(session as? AuthCognitoTokensProvider)?.getCognitoTokens()`.
public protocol AuthCognitoTokensProvider {
    /// Returns the tokens, or the error that explains why there are none.
    func getCognitoTokens() -> Result<AuthCognitoTokens, AuthError>
}

/// The sign-in state with its tokens.
public struct AuthSession: Sendable, AuthCognitoTokensProvider {
    /// Whether a user is signed in, even if their tokens are unavailable.
    public let isSignedIn: Bool
    /// The tokens, or the error that explains why there are none.
    public let userPoolTokensResult: Result<AuthCognitoTokens, AuthError>

    /// Creates a session, for example in tests of the app.
    public init(isSignedIn: Bool, userPoolTokensResult: Result<AuthCognitoTokens, AuthError>) {
        self.isSignedIn = isSignedIn
        self.userPoolTokensResult = userPoolTokensResult
    }

    /// Returns the tokens, or the error that explains why there are none.
    public func getCognitoTokens() -> Result<AuthCognitoTokens, AuthError> { userPoolTokensResult }
}
