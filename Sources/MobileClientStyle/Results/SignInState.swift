/// What a sign-in needs next. The names of the cases are the step names of the flow `mobile-client`.
public enum SignInState: String, Sendable, CaseIterable {
    /// A step that the SDK has no case for: ``SignInResult/parameters`` has its name as `step`.
    case unknown = "UNKNOWN"
    /// The code of a second factor, also one of an authenticator app.
    case smsMFA = "CONFIRMATION_CODE"
    /// Never told: the flow answers by itself.
    case passwordVerifier = "PASSWORD_VERIFIER"
    /// The answer to a challenge of the pool's own triggers.
    case customChallenge = "CUSTOM_CHALLENGE"
    /// Never told: the flow answers by itself.
    case deviceSRPAuth = "DEVICE_SRP_AUTH"
    /// Never told: the flow answers by itself.
    case devicePasswordVerifier = "DEVICE_PASSWORD_VERIFIER"
    /// Never told: an administrator's sign-in.
    case adminNoSRPAuth = "ADMIN_NO_SRP_AUTH"
    /// A new password, and the attributes that the pool requires.
    case newPasswordRequired = "NEW_PASSWORD_REQUIRED"
    /// Nothing: the user is signed in.
    case signedIn = "SIGN_IN_COMPLETE"

    /// The case for a step of the flow.
    init(step: String) {
        self = Self.allCases.first { "\($0)" == step } ?? .unknown
    }
}
