/// Why an answer does not pass, and what that means for its session.
struct ChallengeRejection: Error {
    let error: PoolError
    /// Whether the session is over.
    let endsSession: Bool
    /// Whether it counts as a wrong answer of this session, which has a few.
    var countsForSession = false
    /// Whether it counts as a wrong code of the user.
    var countsAsCode = false
    /// Whether it counts as a wrong password of the user.
    var countsAsPassword = false

    /// Whether it changes anything.
    var hasConsequences: Bool { endsSession || countsForSession || countsAsCode || countsAsPassword }

    /// The same challenge can be answered again.
    static func retryable(_ error: PoolError) -> ChallengeRejection {
        ChallengeRejection(error: error, endsSession: false)
    }
    /// A wrong code: the same challenge can be answered again, a few times.
    static let wrongCode = ChallengeRejection(
        error: .wrongCode, endsSession: false, countsForSession: true, countsAsCode: true)
    /// A wrong password.
    static let wrongPassword = ChallengeRejection(error: .wrongPassword, endsSession: true, countsAsPassword: true)
    /// The sign-in is over.
    static func fatal(_ error: PoolError) -> ChallengeRejection { ChallengeRejection(error: error, endsSession: true) }
}
