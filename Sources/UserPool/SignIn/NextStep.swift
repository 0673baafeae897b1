/// The next step of a sign-in.
enum NextStep: Sendable {
    case challenge(NewChallenge)
    case tokens(SignIn)
}
