/// A change of a user.
typealias UserChange = @Sendable (inout PoolUser) -> Void

/// The effects of a right answer to a challenge.
struct Verdict: Sendable {
    /// The sign-in, with the factors that the answer verified.
    var signIn: SignIn
    /// The next step, if the answer chooses it; nil if the pool decides.
    var next: NextStep?
    /// The change to the user, if any.
    var change: UserChange?
    /// Returns the error if the answer no longer holds for the user, who may have changed meanwhile.
    var objection: (@Sendable (PoolUser) -> PoolError?)?

    /// Creates a verdict that continues the sign-in, and has no other effects.
    init(_ signIn: SignIn) {
        self.signIn = signIn
    }
}

/// The error for a rejected answer, and its effects on the session and the user.
struct ChallengeRejection: Error {
    let error: PoolError
    /// Whether the session ends.
    let endsSession: Bool
    /// Whether the answer counts as a wrong one of the session.
    var countsForSession = false
    /// Whether the answer counts as a wrong code of the user.
    var countsAsCode = false
    /// Whether the answer counts as a wrong password of the user.
    var countsAsPassword = false

    /// Whether the rejection has any effect on the session or the user.
    var hasConsequences: Bool { endsSession || countsForSession || countsAsCode || countsAsPassword }

    /// Creates a rejection after which the client can answer again.
    static func retryable(_ error: PoolError) -> ChallengeRejection {
        ChallengeRejection(error: error, endsSession: false)
    }
    /// A wrong code, after which the client can answer again a few times.
    static let wrongCode = ChallengeRejection(
        error: .wrongCode, endsSession: false, countsForSession: true, countsAsCode: true)
    /// A wrong password, which ends the session.
    static let wrongPassword = ChallengeRejection(error: .wrongPassword, endsSession: true, countsAsPassword: true)
    /// Creates a rejection that ends the session.
    static func fatal(_ error: PoolError) -> ChallengeRejection { ChallengeRejection(error: error, endsSession: true) }
}
