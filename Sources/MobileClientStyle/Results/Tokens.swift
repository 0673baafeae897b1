import CognitoFlows
import CognitoHandlers

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A token of who is signed in. Printing it shows nothing of it.
public struct SessionToken: Sendable, Equatable {
    /// The token as it goes over the wire.
    public let tokenString: String?

    /// A token.
    public init(tokenString: String?) {
        self.tokenString = tokenString
    }
}

/// The tokens of who is signed in. Printing them shows nothing of them.
public struct Tokens: Sendable, Equatable {
    /// Tells who the user is.
    public let idToken: SessionToken?
    /// Calls the service in the user's name.
    public let accessToken: SessionToken?
    /// Makes new tokens without the user.
    public let refreshToken: SessionToken?
    /// When the access token ends.
    public let expiration: Date?

    /// Tokens.
    public init(idToken: SessionToken?, accessToken: SessionToken?, refreshToken: SessionToken?, expiration: Date?) {
        self.idToken = idToken
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiration = expiration
    }

    /// Tokens as they are kept.
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
    /// The type's name.
    public var description: String { "SessionToken(secret)" }
    /// The type's name.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Tokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type's name.
    public var description: String { "Tokens(secret)" }
    /// The type's name.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
