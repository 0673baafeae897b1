import FlowCore

/// The progress of a sign-in, passed from challenge to challenge.
struct SignIn: Sendable, Codable {
    let clientID: String
    let flow: AuthFlow
    /// The user's `sub`; nil for an unknown user, whose challenges are fake.
    let userID: String?
    /// The username, which the client receives.
    let username: String
    /// The key of the device that the last request named; nil if it named none.
    var deviceKey: String?
    var firstFactor: FirstFactor?
    /// Whether a second factor, or a device in its place, was verified.
    var hasSecondFactor = false
    /// The key of the device that the client has proved; nil if it has proved none.
    var provedDevice: String?
    /// The rounds of a custom sign-in, for its triggers.
    var rounds: [ChallengeRound] = []

    /// Adds a round for a passed challenge, if the triggers of a custom sign-in receive one.
    mutating func recordPassedChallenge(_ kind: ChallengeKind) {
        guard flow == .custom, kind.isReportedToTriggers, let name = kind.name else { return }
        rounds.append(ChallengeRound(challengeName: name, challengeResult: true))
    }
}

/// A challenge that is not stored yet.
struct NewChallenge: Sendable {
    let kind: ChallengeKind
    let signIn: SignIn
    /// `ChallengeParameters` of the response.
    var parameters: [String: String] = [:]
    /// `AvailableChallenges` of the response.
    var available: [FirstFactor] = []
    /// The message that contains the challenge's code; nil if none is sent.
    var message: PoolMessage?

    /// Creates a challenge without a message or available challenges.
    init(_ kind: ChallengeKind, _ signIn: SignIn, _ parameters: [String: String] = [:]) {
        self.kind = kind
        self.signIn = signIn
        self.parameters = parameters
    }

    /// Returns the API's response with the challenge; `session` is nil to omit the session.
    func response(session: String?) -> JSONValue {
        // Only kinds without a challenge, such as `signedUp`, have no name.
        var members = [JSONMember("ChallengeName", .string(kind.name ?? ""))]
        if let session { members.append(JSONMember("Session", .string(session))) }
        members.append(JSONMember("ChallengeParameters", .stringMap(parameters)))
        if !available.isEmpty {
            members.append(JSONMember("AvailableChallenges", .array(available.map { .string($0.rawValue) })))
        }
        return .object(members)
    }
}

/// The step that follows in a sign-in.
enum NextStep: Sendable {
    /// The pool issues a challenge.
    case challenge(NewChallenge)
    /// The sign-in is complete, and the pool issues tokens.
    case tokens(SignIn)
}

/// A change of the user who signs in.
typealias UserChange = @Sendable (inout PoolUser) -> Void

/// The effects of a right answer to a challenge.
struct Verdict: Sendable {
    /// The sign-in, with the factors that the answer verified.
    var signIn: SignIn
    /// The next step, if the answer chooses it; nil if the pool decides.
    var next: NextStep?
    /// The change that the answer makes to the user, if any.
    var change: UserChange?
    /// Checks again that the answer is valid, because the user and other accounts may have changed during the
    /// verification.
    var recheck: (@Sendable (PoolUser, Pool) throws(PoolError) -> Void)?
}

/// The error for a rejected answer, and its effects on the session and the user.
struct ChallengeRejection: Error {
    let error: PoolError
    let endsSession: Bool
    /// Whether the answer counts as a wrong one in the session, which ends after too many.
    var countsForSession = false
    /// Whether the answer counts as a wrong code of the user.
    var countsAsCode = false
    /// Whether the answer counts as a wrong password of the user.
    var countsAsPassword = false

    /// Whether the rejection changes the session or a count.
    var hasConsequences: Bool { endsSession || countsForSession || countsAsCode || countsAsPassword }

    /// Creates a rejection after which the client can answer again.
    static func retryable(_ error: PoolError) -> ChallengeRejection {
        ChallengeRejection(error: error, endsSession: false)
    }

    /// Creates the rejection of a wrong code, after which the client can answer again a few times.
    static func wrongCode(_ error: PoolError) -> ChallengeRejection {
        ChallengeRejection(error: error, endsSession: false, countsForSession: true, countsAsCode: true)
    }

    static let wrongPassword = ChallengeRejection(error: .wrongPassword, endsSession: true, countsAsPassword: true)

    /// Returns a rejection that ends the session.
    static func fatal(_ error: PoolError) -> ChallengeRejection { ChallengeRejection(error: error, endsSession: true) }
}
