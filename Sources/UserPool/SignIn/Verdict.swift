/// The effects of a right answer to a challenge.
struct Verdict {
    /// The sign-in, with the factors that the answer verified.
    var signIn: SignIn
    /// The next step, if the answer chooses it; nil if the pool decides.
    var next: NextStep?
    /// The change to the user, if any.
    var change: ((inout PoolUser) -> Void)?
    /// Returns the error if the answer no longer holds for the user, who may have changed meanwhile.
    var objection: ((PoolUser) -> PoolError?)?

    /// Creates a verdict that continues the sign-in, and has no other effects.
    init(_ signIn: SignIn) {
        self.signIn = signIn
    }
}
