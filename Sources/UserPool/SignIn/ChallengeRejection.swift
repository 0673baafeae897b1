/// The reason why an answer is rejected, and its effect on the session.
struct ChallengeRejection: Error {
    let error: PoolError
    /// Whether the session ends.
    let endsSession: Bool
    /// Whether it counts toward the session's limit of wrong answers.
    var countsForSession = false
    /// Whether it counts as a wrong code of the user.
    var countsAsCode = false
    /// Whether it counts as a wrong password of the user.
    var countsAsPassword = false

    /// Whether it has any effect.
    var hasConsequences: Bool { endsSession || countsForSession || countsAsCode || countsAsPassword }

    /// Leaves the challenge answerable.
    static func retryable(_ error: PoolError) -> ChallengeRejection {
        ChallengeRejection(error: error, endsSession: false)
    }
    /// A wrong code, which can be retried a few times.
    static let wrongCode = ChallengeRejection(
        error: .wrongCode, endsSession: false, countsForSession: true, countsAsCode: true)
    static let wrongPassword = ChallengeRejection(error: .wrongPassword, endsSession: true, countsAsPassword: true)
    /// Ends the sign-in.
    static func fatal(_ error: PoolError) -> ChallengeRejection { ChallengeRejection(error: error, endsSession: true) }
}
