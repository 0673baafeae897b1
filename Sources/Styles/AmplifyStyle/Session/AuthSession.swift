import CognitoHandlers
public import FlowCore

/// A session with user pool tokens.
///
/// To read the tokens, cast a session to this type: `(session as? AuthCognitoTokensProvider)?.getCognitoTokens()`.
public protocol AuthCognitoTokensProvider {
    /// Returns the tokens, or the error that explains why there are none.
    func getCognitoTokens() -> Result<AuthCognitoTokens, AuthError>
}

/// A session with the user's id.
///
/// To read the id, cast a session to this type: `(session as? AuthCognitoIdentityProvider)?.getUserSub()`. Without
/// identity pools, there is no `getIdentityId`.
public protocol AuthCognitoIdentityProvider {
    /// Returns the user's id (`sub`), or the error that explains why there is none.
    func getUserSub() -> Result<String, AuthError>
}

/// The sign-in state with its tokens.
public struct AuthSession: Sendable, AuthCognitoTokensProvider, AuthCognitoIdentityProvider, Redacted {
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

    /// Returns the user's id (`sub`), or the error that explains why there is none.
    public func getUserSub() -> Result<String, AuthError> {
        userPoolTokensResult.flatMap { tokens -> Result<String, AuthError> in
            guard let sub = TokenClaims(tokens.accessToken)?.subject else {
                return .failure(.unknown("The access token does not contain the user's id"))
            }
            return .success(sub)
        }
    }
}

/// The signed-in user's tokens. Their description is redacted.
public struct AuthCognitoTokens: Sendable, Equatable {
    /// The ID token (JWT), which identifies the user; empty if the service issued none.
    public let idToken: String
    /// The access token (JWT), which authorizes requests for the user.
    public let accessToken: String
    /// The refresh token, which obtains new tokens without the user; empty if the service issued none.
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

/// Amplify's namespace for the options of a session request.
public enum AuthFetchSessionRequest {
    /// Options of ``AuthCategory/fetchAuthSession(options:)``.
    public struct Options: Sendable {
        /// Whether to refresh the tokens even if they are still valid.
        public var forceRefresh: Bool

        /// Creates options. By default, only tokens that have expired or are about to expire are refreshed.
        public init(forceRefresh: Bool = false) {
            self.forceRefresh = forceRefresh
        }

        /// Returns options that refresh the tokens even if they are valid.
        public static func forceRefresh() -> Options { Options(forceRefresh: true) }
    }
}

/// The result of a sign-out.
public enum AuthSignOutResult: Sendable, Redacted {
    /// This device no longer has the tokens, and the service has ended the sessions.
    ///
    /// A session whose tokens cannot be revoked continues at the service, unless the sign-out is global.
    case complete
    /// This device no longer has the tokens, but sessions at the service may not have ended.
    ///
    /// The errors explain why, for example because the service did not answer.
    case partial(revokeTokenError: AuthError?, globalSignOutError: AuthError?)
    /// This device may still have tokens or a sealed sign-in. Follow the error's suggestion, then call `signOut` again.
    case failed(AuthError)

    /// Whether the tokens were removed from this device.
    public var signedOutLocally: Bool {
        if case .failed = self { return false }
        return true
    }
}

/// Amplify's namespace for the options of a sign-out.
public enum AuthSignOutRequest {
    /// Options of ``AuthCategory/signOut(options:)``.
    public struct Options: Sendable {
        /// Whether to sign the user out on all devices.
        public var globalSignOut: Bool

        /// Creates options. By default, a sign-out affects only this device.
        public init(globalSignOut: Bool = false) {
            self.globalSignOut = globalSignOut
        }
    }
}

/// The signed-in user.
public struct AuthUser: Sendable, Equatable, Redacted {
    /// The username.
    public let username: String
    /// The user's id (`sub`).
    public let userId: String

    /// Creates a user, for example in tests of the app.
    public init(username: String, userId: String) {
        self.username = username
        self.userId = userId
    }
}

/// A device that the service remembers.
public struct AuthDevice: Sendable, Equatable, Redacted {
    /// The device key.
    public let id: String
    /// The device's name, or its key if it has no name.
    public let name: String

    /// Creates a device, for example in tests of the app.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
