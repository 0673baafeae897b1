/// Texts that the service adds to a step, such as the public parameters of a custom challenge.
public typealias AdditionalInfo = [String: String]

/// What a sign-in needs next.
public enum AuthSignInStep: Sendable, Equatable {
    /// Type in the code that was sent by text message, as second factor.
    case confirmSignInWithSMSMFACode(AuthCodeDeliveryDetails, AdditionalInfo?)
    /// Answer the challenge of the pool's own triggers.
    case confirmSignInWithCustomChallenge(AdditionalInfo?)
    /// Choose a new password; `requiredAttributes` among the texts names the attributes that must come with it.
    case confirmSignInWithNewPassword(AdditionalInfo?)
    /// Type in the password, as the first factor that was chosen.
    case confirmSignInWithPassword
    /// Type in the code of the authenticator app.
    case confirmSignInWithTOTPCode
    /// Add the secret to an authenticator app and type in its first code.
    case continueSignInWithTOTPSetup(TOTPSetupDetails)
    /// Choose one of the second factors.
    case continueSignInWithMFASelection(Set<MFAType>)
    /// Type in the e-mail address that codes go to from now on.
    case continueSignInWithEmailMFASetup
    /// Choose the second factor to set up.
    case continueSignInWithMFASetupSelection(Set<MFAType>)
    /// Type in the code that was sent by e-mail or by text message.
    case confirmSignInWithOTP(AuthCodeDeliveryDetails)
    /// Choose the first factor.
    case continueSignInWithFirstFactorSelection(Set<AuthFactorType>)
    /// Reset the password, then sign in again.
    case resetPassword(AdditionalInfo?)
    /// Confirm the sign-up, then sign in again.
    case confirmSignUp(AdditionalInfo?)
    /// Nothing: the user is signed in.
    case done
}
