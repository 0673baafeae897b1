/// The next step of a sign-in.
enum NextStep: Sendable {
    /// The pool issues a challenge.
    case challenge(NewChallenge)
    /// The sign-in is complete, and the pool issues tokens.
    case tokens(SignIn)
}
