import CognitoFlows

/// What came of a call that sends a code.
public final class AWSCognitoIdentityUserCodeResponse: Sendable {
    /// Where the code went.
    public let codeDeliveryDetails: AWSCognitoIdentityProviderCodeDeliveryDetailsType?

    init(_ step: StyleStep) {
        codeDeliveryDetails = AWSCognitoIdentityProviderCodeDeliveryDetailsType(step)
    }
}

/// What came of another code for a sign-up.
public typealias AWSCognitoIdentityUserResendConfirmationCodeResponse = AWSCognitoIdentityUserCodeResponse
/// What came of a forgotten password.
public typealias AWSCognitoIdentityUserForgotPasswordResponse = AWSCognitoIdentityUserCodeResponse
/// What came of a code for an attribute.
public typealias AWSCognitoIdentityUserGetAttributeVerificationCodeResponse = AWSCognitoIdentityUserCodeResponse

/// What came of a change of attributes.
public final class AWSCognitoIdentityUserUpdateAttributesResponse: Sendable {
    /// Where codes went that confirm new addresses.
    public let codeDeliveryDetailsList: [AWSCognitoIdentityProviderCodeDeliveryDetailsType]?

    init(_ step: StyleStep) {
        codeDeliveryDetailsList = step.list("codeDeliveryDetails").compactMap {
            AWSCognitoIdentityProviderCodeDeliveryDetailsType(json: $0)
        }
    }
}
