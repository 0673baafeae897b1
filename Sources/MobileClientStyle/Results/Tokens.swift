import CognitoFlows
import CognitoHandlers

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A token of the signed-in user. Its description is redacted.
public struct SessionToken: Sendable, Equatable {
    /// The encoded token.
    public let tokenString: String?

    /// Creates a token, for example in tests of the app.
    public init(tokenString: String?) {
        self.tokenString = tokenString
    }
}

/// The signed-in user's tokens. Their description is redacted.
public struct Tokens: Sendable, Equatable {
    /// The ID token, which identifies the user.
    public let idToken: SessionToken?
    /// The access token, which authorizes requests for the user.
    public let accessToken: SessionToken?
    /// The refresh token, which obtains new tokens without the user.
    public let refreshToken: SessionToken?
    /// When the access token expires; nil if the token does not say.
    public let expiration: Date?

    /// Creates tokens, for example in tests of the app.
    public init(idToken: SessionToken?, accessToken: SessionToken?, refreshToken: SessionToken?, expiration: Date?) {
        self.idToken = idToken
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiration = expiration
    }

    /// Creates the SDK's tokens from the service's tokens. They expire when the access token expires.
    init(_ tokens: CognitoTokens) {
        let expiry = TokenClaims(tokens.accessToken)?.expiry
        self.init(
            idToken: tokens.idToken.map { SessionToken(tokenString: $0) },
            accessToken: SessionToken(tokenString: tokens.accessToken),
            refreshToken: tokens.refreshToken.map { SessionToken(tokenString: $0) },
            expiration: expiry.map { Date(timeIntervalSince1970: TimeInterval($0)) })
    }
}

extension SessionToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type's name, without any token.
    public var description: String { "SessionToken(secret)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror, so that reflection shows no values.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Tokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type's name, without any token.
    public var description: String { "Tokens(secret)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror, so that reflection shows no values.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
