public import FlowCore
import CognitoFlows

/// What an authenticator app is set up with.
public final class AWSCognitoIdentityUserAssociateSoftwareTokenResponse: Sendable, Redacted {
    /// The secret that the app and the service share, in base32.
    public let secretCode: String?

    init(_ step: StyleStep) {
        secretCode = step.text("sharedSecret")
    }
}

/// The ways in which the check of an authenticator app ends.
public enum AWSCognitoIdentityProviderVerifySoftwareTokenResponseType: Int, Sendable {
    /// Not known.
    case unknown
    /// The code is right.
    case success
    /// The code is wrong; never told, since the call then has an error.
    case error
}

/// The result of the check of an authenticator app.
public final class AWSCognitoIdentityUserVerifySoftwareTokenResponse: Sendable {
    /// How it ended.
    public let status = AWSCognitoIdentityProviderVerifySoftwareTokenResponseType.success
}
