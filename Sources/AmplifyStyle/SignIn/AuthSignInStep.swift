/// Additional texts for a step, such as a custom challenge's public parameters.
public typealias AdditionalInfo = [String: String]

/// The next step of a sign-in.
public enum AuthSignInStep: Sendable, Equatable {
    /// Enter the second-factor code sent by text message.
    case confirmSignInWithSMSMFACode(AuthCodeDeliveryDetails, AdditionalInfo?)
    /// Answer the pool's custom challenge.
    case confirmSignInWithCustomChallenge(AdditionalInfo?)
    /// Choose a new password.
    ///
    /// The text `requiredAttributes` lists the attributes that the answer must include.
    case confirmSignInWithNewPassword(AdditionalInfo?)
    /// Enter the password, which is the chosen first factor.
    case confirmSignInWithPassword
    /// Enter the authenticator app's code.
    case confirmSignInWithTOTPCode
    /// Add the secret to an authenticator app and enter its first code.
    case continueSignInWithTOTPSetup(TOTPSetupDetails)
    /// Choose a second factor.
    case continueSignInWithMFASelection(Set<MFAType>)
    /// Enter the email address for future codes.
    case continueSignInWithEmailMFASetup
    /// Choose the second factor to set up.
    case continueSignInWithMFASetupSelection(Set<MFAType>)
    /// Enter the code sent by email or text message.
    case confirmSignInWithOTP(AuthCodeDeliveryDetails)
    /// Choose the first factor.
    case continueSignInWithFirstFactorSelection(Set<AuthFactorType>)
    /// Reset the password, then sign in again.
    case resetPassword(AdditionalInfo?)
    /// Confirm the sign-up, then sign in again.
    case confirmSignUp(AdditionalInfo?)
    /// The user is signed in.
    case done
}
