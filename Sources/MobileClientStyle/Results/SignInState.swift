/// The next step of a sign-in. Raw values are the SDK's.
public enum SignInState: String, Sendable, CaseIterable {
    /// A step without a case. ``SignInResult/parameters`` contains its name as `step`.
    case unknown = "UNKNOWN"
    /// Enter the code of a second factor, including an authenticator app's.
    case smsMFA = "CONFIRMATION_CODE"
    /// Never returned: the flow answers this challenge itself.
    case passwordVerifier = "PASSWORD_VERIFIER"
    /// Answer the pool's custom challenge.
    case customChallenge = "CUSTOM_CHALLENGE"
    /// Never returned: the flow answers this challenge itself.
    case deviceSRPAuth = "DEVICE_SRP_AUTH"
    /// Never returned: the flow answers this challenge itself.
    case devicePasswordVerifier = "DEVICE_PASSWORD_VERIFIER"
    /// Never returned: only administrators sign in this way.
    case adminNoSRPAuth = "ADMIN_NO_SRP_AUTH"
    /// Choose a new password and provide the attributes that the pool requires.
    case newPasswordRequired = "NEW_PASSWORD_REQUIRED"
    /// The user is signed in.
    case signedIn = "SIGN_IN_COMPLETE"
}
