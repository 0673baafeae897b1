/// The tokens of who is signed in. Printing them shows nothing of them.
public struct AuthCognitoTokens: Sendable, Equatable {
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

extension AuthCognitoTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type's name.
    public var description: String { "AuthCognitoTokens(secret)" }
    /// The type's name.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
