import CognitoFlows

/// The result of a call that sends a code.
public final class AWSCognitoIdentityUserCodeResponse: Sendable {
    /// The destination of the code, or nil if the service sent none.
    public let codeDeliveryDetails: AWSCognitoIdentityProviderCodeDeliveryDetailsType?

    /// Creates the response from the values that a step shows. They are nil if the service sent no code.
    init(_ medium: String?, _ destination: String?, _ attributeName: String?) {
        codeDeliveryDetails = AWSCognitoIdentityProviderCodeDeliveryDetailsType(medium, destination, attributeName)
    }
}

/// The result of resending a sign-up code.
public typealias AWSCognitoIdentityUserResendConfirmationCodeResponse = AWSCognitoIdentityUserCodeResponse
/// The result of starting a password reset.
public typealias AWSCognitoIdentityUserForgotPasswordResponse = AWSCognitoIdentityUserCodeResponse
/// The result of sending an attribute's verification code.
public typealias AWSCognitoIdentityUserGetAttributeVerificationCodeResponse = AWSCognitoIdentityUserCodeResponse

/// The result of changing attributes.
public final class AWSCognitoIdentityUserUpdateAttributesResponse: Sendable {
    /// The destinations of the codes that confirm new addresses.
    public let codeDeliveryDetailsList: [AWSCognitoIdentityProviderCodeDeliveryDetailsType]?

    /// Creates the response from the flow's outcome.
    init(_ outcome: ShippedFlow.Attributes.Outcome.Done?) {
        codeDeliveryDetailsList = outcome?.codeDeliveryDetails.compactMap {
            AWSCognitoIdentityProviderCodeDeliveryDetailsType(json: $0)
        }
    }
}
