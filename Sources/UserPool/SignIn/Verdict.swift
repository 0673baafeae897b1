/// What an answer that passed shows and changes.
struct Verdict {
    /// The sign-in with what the answer showed.
    var signIn: SignIn
    /// What the answer chose as the next step; without it the pool decides.
    var next: NextStep?
    /// What it changes in the user.
    var change: ((inout PoolUser) -> Void)?
    /// What speaks against it by the time that it is put: others may have changed the user meanwhile.
    var objection: ((PoolUser) -> PoolError?)?

    init(_ signIn: SignIn) {
        self.signIn = signIn
    }
}
