import CognitoFlows

/// The result of a call that sends a code.
public final class AWSCognitoIdentityUserCodeResponse: Sendable {
    /// Where the service sent the code.
    public let codeDeliveryDetails: AWSCognitoIdentityProviderCodeDeliveryDetailsType?

    init(_ step: StyleStep) {
        codeDeliveryDetails = AWSCognitoIdentityProviderCodeDeliveryDetailsType(step)
    }
}

/// The result of another code for a sign-up.
public typealias AWSCognitoIdentityUserResendConfirmationCodeResponse = AWSCognitoIdentityUserCodeResponse
/// The result of a forgotten password.
public typealias AWSCognitoIdentityUserForgotPasswordResponse = AWSCognitoIdentityUserCodeResponse
/// The result of a code for an attribute.
public typealias AWSCognitoIdentityUserGetAttributeVerificationCodeResponse = AWSCognitoIdentityUserCodeResponse

/// The result of a change of attributes.
public final class AWSCognitoIdentityUserUpdateAttributesResponse: Sendable {
    /// Where codes went that confirm new addresses.
    public let codeDeliveryDetailsList: [AWSCognitoIdentityProviderCodeDeliveryDetailsType]?

    init(_ step: StyleStep) {
        codeDeliveryDetailsList = step.list("codeDeliveryDetails").compactMap {
            AWSCognitoIdentityProviderCodeDeliveryDetailsType(json: $0)
        }
    }
}
