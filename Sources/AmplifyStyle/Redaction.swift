public import FlowCore

// The types of this module that can hold secrets. Their descriptions and mirrors show no values.

extension AWSAuthConfirmSignInOptions: Redacted {}
extension AWSAuthConfirmSignUpOptions: Redacted {}
extension AWSAuthMetadataOptions: Redacted {}
extension AWSAuthSignInOptions: Redacted {}
extension AWSAuthSignUpOptions: Redacted {}
extension AuthCategory: Redacted {}
extension AuthCodeDeliveryDetails: Redacted {}
extension AuthConfirmSignInRequest.Options: Redacted {}
extension AuthConfirmSignUpRequest.Options: Redacted {}
extension AuthDevice: Redacted {}
extension AuthMetadataRequestOptions: Redacted {}
extension AuthResetPasswordResult: Redacted {}
extension AuthResetPasswordStep: Redacted {}
extension AuthSession: Redacted {}
extension AuthSignInRequest.Options: Redacted {}
extension AuthSignInResult: Redacted {
    /// The name of the next step, without its values.
    public var description: String { "next step \(nextStep)" }
}
extension AuthSignInStep: Redacted {
    /// The name of the case, without its values.
    public var description: String {
        switch self {
        case .confirmSignInWithSMSMFACode: "confirmSignInWithSMSMFACode"
        case .confirmSignInWithCustomChallenge: "confirmSignInWithCustomChallenge"
        case .confirmSignInWithNewPassword: "confirmSignInWithNewPassword"
        case .confirmSignInWithPassword: "confirmSignInWithPassword"
        case .confirmSignInWithTOTPCode: "confirmSignInWithTOTPCode"
        case .continueSignInWithTOTPSetup: "continueSignInWithTOTPSetup"
        case .continueSignInWithMFASelection: "continueSignInWithMFASelection"
        case .continueSignInWithEmailMFASetup: "continueSignInWithEmailMFASetup"
        case .continueSignInWithMFASetupSelection: "continueSignInWithMFASetupSelection"
        case .confirmSignInWithOTP: "confirmSignInWithOTP"
        case .continueSignInWithFirstFactorSelection: "continueSignInWithFirstFactorSelection"
        case .resetPassword: "resetPassword"
        case .confirmSignUp: "confirmSignUp"
        case .done: "done"
        }
    }
}
extension AuthSignOutResult: Redacted {}
extension AuthSignUpRequest.Options: Redacted {}
extension AuthSignUpResult: Redacted {}
extension AuthUpdateAttributeResult: Redacted {}
extension AuthUpdateAttributeStep: Redacted {}
extension AuthUser: Redacted {}
extension AuthUserAttribute: Redacted {}
extension DeliveryDestination: Redacted {}
extension TOTPSetupDetails: Redacted {}
