/// The signed-in user's tokens. Their description is redacted.
public struct AuthCognitoTokens: Sendable, Equatable {
    /// The ID token (JWT), which identifies the user.
    public let idToken: String
    /// The access token (JWT), which authorizes requests for the user.
    public let accessToken: String
    /// The refresh token, which obtains new tokens without the user.
    public let refreshToken: String

    /// Creates tokens, for example in tests of the app.
    public init(idToken: String, accessToken: String, refreshToken: String) {
        self.idToken = idToken
        self.accessToken = accessToken
        self.refreshToken = refreshToken
    }
}

extension AuthCognitoTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type's name, without any token.
    public var description: String { "AuthCognitoTokens(secret)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror, so that reflection shows no values.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
