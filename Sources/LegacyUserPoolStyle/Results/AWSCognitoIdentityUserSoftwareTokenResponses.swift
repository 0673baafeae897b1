public import FlowCore
import CognitoFlows

/// The set-up data of an authenticator app.
public final class AWSCognitoIdentityUserAssociateSoftwareTokenResponse: Sendable, Redacted {
    /// The shared secret in base32.
    public let secretCode: String?

    /// Creates the response from the flow's outcome.
    init(_ outcome: ShippedFlow.TurnOnMFA.Outcome.Done?) {
        secretCode = outcome?.sharedSecret
    }
}

/// The status of an authenticator app's verification.
public enum AWSCognitoIdentityProviderVerifySoftwareTokenResponseType: Int, Sendable {
    /// The status is unknown.
    case unknown
    /// The code is correct.
    case success
    /// Never returned: if the code is wrong, the call fails.
    case error
}

/// The result of verifying an authenticator app.
public final class AWSCognitoIdentityUserVerifySoftwareTokenResponse: Sendable {
    /// The status of the verification, which is always `success`.
    public let status = AWSCognitoIdentityProviderVerifySoftwareTokenResponseType.success
}
