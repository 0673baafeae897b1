/// The result of a successful answer.
struct Verdict {
    /// The sign-in, with the factors that the answer verified.
    var signIn: SignIn
    /// The next step chosen by the answer; nil if the pool decides.
    var next: NextStep?
    /// The change to the user.
    var change: ((inout PoolUser) -> Void)?
    /// Rechecks the user before storing, since it may have changed meanwhile.
    var objection: ((PoolUser) -> PoolError?)?

    init(_ signIn: SignIn) {
        self.signIn = signIn
    }
}
