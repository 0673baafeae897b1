/// What DefineAuthChallenge decides.
public enum ChallengeDecision: Sendable, Equatable {
    /// The sign-in is complete.
    case issueTokens
    /// The sign-in fails.
    case fail
    /// Another challenge: `CUSTOM_CHALLENGE`, or `PASSWORD_VERIFIER` behind `SRP_A`.
    case challenge(String)
}
