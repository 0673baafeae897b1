import CognitoHandlers
public import FlowCore
import CognitoFlows
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

/// The tokens of the signed-in user.
public final class AWSCognitoIdentityUserSession: Sendable, Redacted {
    /// Tells who the user is.
    public let idToken: AWSCognitoIdentityUserSessionToken?
    /// Calls the service in the user's name.
    public let accessToken: AWSCognitoIdentityUserSessionToken?
    /// Makes new tokens without the user.
    public let refreshToken: AWSCognitoIdentityUserSessionToken?
    /// When the access token ends.
    public let expirationTime: Date?
    /// Whose session it is, as the service has the name; empty if it told none.
    let username: String
    /// The name that was asked for or typed: an alias, perhaps.
    private let requestedName: String

    /// - Parameters:
    ///   - tokens: the tokens.
    ///   - username: whose they are.
    ///   - requestedName: the name that the sign-in began with, where that is another.
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

    /// Whether it is a user's, byte for byte as the service compares names. Nobody in particular may be anybody.
    func isOf(_ name: String?) -> Bool {
        guard let name else { return true }
        return [username, requestedName].contains { $0.utf8.elementsEqual(name.utf8) }
    }
}
