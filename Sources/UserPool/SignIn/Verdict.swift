/// A change of a user.
typealias UserChange = @Sendable (inout PoolUser) -> Void

/// The effects of a right answer to a challenge.
struct Verdict: Sendable {
    /// The sign-in, with the factors that the answer verified.
    var signIn: SignIn
    /// The next step, if the answer chooses it; nil if the pool decides.
    var next: NextStep?
    var change: UserChange?
    /// Checks again that the answer is valid, because the user and other accounts may have changed during the
    /// verification.
    var recheck: (@Sendable (PoolUser, Pool) throws(PoolError) -> Void)?
}

/// The error for a rejected answer, and its effects on the session and the user.
struct ChallengeRejection: Error {
    let error: PoolError
    let endsSession: Bool
    var countsForSession = false
    var countsAsCode = false
    /// Whether the answer counts as a wrong password of the user.
    var countsAsPassword = false

    var hasConsequences: Bool { endsSession || countsForSession || countsAsCode || countsAsPassword }

    /// Creates a rejection after which the client can answer again.
    static func retryable(_ error: PoolError) -> ChallengeRejection {
        ChallengeRejection(error: error, endsSession: false)
    }
    /// A wrong code, after which the client can answer again a few times.
    static let wrongCode = ChallengeRejection(
        error: .wrongCode, endsSession: false, countsForSession: true, countsAsCode: true)
    static let wrongPassword = ChallengeRejection(error: .wrongPassword, endsSession: true, countsAsPassword: true)

    /// Returns a rejection that ends the session.
    static func fatal(_ error: PoolError) -> ChallengeRejection { ChallengeRejection(error: error, endsSession: true) }
}
