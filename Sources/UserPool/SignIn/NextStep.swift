/// What comes next in a sign-in.
enum NextStep: Sendable {
    case challenge(NewChallenge)
    case tokens(SignIn)
}
