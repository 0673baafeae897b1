/// The result of the trigger `DefineAuthChallenge`.
public enum ChallengeDecision: Sendable, Equatable {
    /// The sign-in is complete.
    case issueTokens
    /// The sign-in fails.
    case fail
    /// Issue another challenge: `CUSTOM_CHALLENGE`, or `PASSWORD_VERIFIER` after `SRP_A`.
    case challenge(String)
}
