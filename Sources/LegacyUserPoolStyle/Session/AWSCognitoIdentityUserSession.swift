import CognitoHandlers
public import FlowCore
import CognitoFlows
public import Foundation

/// A token of a session.
public final class AWSCognitoIdentityUserSessionToken: Sendable, Redacted {
    /// The encoded token.
    public let tokenString: String

    /// Creates a token, for example in tests of the host.
    public init(tokenString: String) {
        self.tokenString = tokenString
    }
}

/// The tokens of the signed-in user.
public final class AWSCognitoIdentityUserSession: Sendable, Redacted {
    /// The ID token, which identifies the user.
    public let idToken: AWSCognitoIdentityUserSessionToken?
    /// The access token, which authorizes requests for the user.
    public let accessToken: AWSCognitoIdentityUserSessionToken?
    /// The refresh token, which obtains new tokens without the user.
    public let refreshToken: AWSCognitoIdentityUserSessionToken?
    /// When the access token expires; nil if the token does not say.
    public let expirationTime: Date?
    /// The session's username from the service; empty if it returned none.
    let username: String
    /// The username that the sign-in started with, possibly an alias.
    private let requestedName: String

    /// Creates a session.
    /// - Parameters:
    ///   - tokens: the tokens that the service returned.
    ///   - username: the user whom the tokens belong to.
    ///   - requestedName: the name that the sign-in started with; nil if it is the username.
    init(_ tokens: CognitoTokens, of username: String, requestedName: String? = nil) {
        self.username = username
        self.requestedName = requestedName ?? username
        accessToken = AWSCognitoIdentityUserSessionToken(tokenString: tokens.accessToken)
        idToken = tokens.idToken.map { AWSCognitoIdentityUserSessionToken(tokenString: $0) }
        refreshToken = tokens.refreshToken.map { AWSCognitoIdentityUserSessionToken(tokenString: $0) }
        expirationTime = TokenClaims(tokens.accessToken)?.expiry.map {
            Date(timeIntervalSince1970: TimeInterval($0))
        }
    }

    /// Returns whether the session belongs to the user with a name. A nil name matches any user.
    ///
    /// Names are compared byte by byte, as the service does.
    func belongs(to name: String?) -> Bool {
        guard let name else { return true }
        return [username, requestedName].contains { $0.utf8.elementsEqual(name.utf8) }
    }
}
