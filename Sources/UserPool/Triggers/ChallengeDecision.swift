/// The result of the trigger `DefineAuthChallenge`.
public enum ChallengeDecision: Sendable, Equatable {
    /// The sign-in is complete.
    case issueTokens
    /// The sign-in fails.
    case fail
    /// The pool issues the challenge with this name: `CUSTOM_CHALLENGE`, or `PASSWORD_VERIFIER` after `SRP_A`.
    case challenge(String)
}
