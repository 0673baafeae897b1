/// Why an answer does not pass, and what that means for its session.
struct AnswerRefusal: Error {
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
    static func again(_ error: PoolError) -> AnswerRefusal { AnswerRefusal(error: error, endsSession: false) }
    /// A wrong code: the same challenge can be answered again, a few times.
    static let wrongCode = AnswerRefusal(
        error: .wrongCode, endsSession: false, countsForSession: true, countsAsCode: true)
    /// A wrong password.
    static let wrongPassword = AnswerRefusal(error: .wrongPassword, endsSession: true, countsAsPassword: true)
    /// The sign-in is over.
    static func over(_ error: PoolError) -> AnswerRefusal { AnswerRefusal(error: error, endsSession: true) }
}
