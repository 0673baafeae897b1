import CognitoFlows
public import CognitoHandlers
public import Foundation

/// A token of a session.
public final class AWSCognitoIdentityUserSessionToken: Sendable, Redacted {
    /// The token as it is sent.
    public let tokenString: String

    /// A token, for tests of hosts too.
    public init(tokenString: String) {
        self.tokenString = tokenString
    }
}

/// The tokens of who is signed in.
public final class AWSCognitoIdentityUserSession: Sendable, Redacted {
    /// Tells who the user is.
    public let idToken: AWSCognitoIdentityUserSessionToken?
    /// Calls the service in the user's name.
    public let accessToken: AWSCognitoIdentityUserSessionToken?
    /// Makes new tokens without the user.
    public let refreshToken: AWSCognitoIdentityUserSessionToken?
    /// When the access token ends.
    public let expirationTime: Date?

    init(_ tokens: CognitoTokens) {
        accessToken = AWSCognitoIdentityUserSessionToken(tokenString: tokens.accessToken)
        idToken = tokens.idToken.map { AWSCognitoIdentityUserSessionToken(tokenString: $0) }
        refreshToken = tokens.refreshToken.map { AWSCognitoIdentityUserSessionToken(tokenString: $0) }
        expirationTime = TokenClaims(tokens.accessToken)?.expiry.map {
            Date(timeIntervalSince1970: TimeInterval($0))
        }
    }
}
