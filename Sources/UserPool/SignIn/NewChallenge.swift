import FlowCore

/// A challenge that is not stored yet.
struct NewChallenge: Sendable {
    let kind: ChallengeKind
    let signIn: SignIn
    /// `ChallengeParameters` of the response.
    var parameters: [String: String] = [:]
    /// `AvailableChallenges` of the response.
    var available: [FirstFactor] = []
    /// The message to send with the challenge, if any.
    var message: PoolMessage?

    /// Creates a challenge without a message or available challenges.
    init(_ kind: ChallengeKind, _ signIn: SignIn, _ parameters: [String: String] = [:]) {
        self.kind = kind
        self.signIn = signIn
        self.parameters = parameters
    }

    /// Returns the API's response with the challenge; `session` is nil to omit the session.
    func response(session: String?) -> JSONValue {
        var members = [JSONMember("ChallengeName", .string(kind.name ?? ""))]
        if let session { members.append(JSONMember("Session", .string(session))) }
        members.append(JSONMember("ChallengeParameters", .stringMap(parameters)))
        if !available.isEmpty {
            members.append(JSONMember("AvailableChallenges", .array(available.map { .string($0.rawValue) })))
        }
        return .object(members)
    }
}

/// The next step of a sign-in.
enum NextStep: Sendable {
    /// The pool issues a challenge.
    case challenge(NewChallenge)
    /// The sign-in is complete, and the pool issues tokens.
    case tokens(SignIn)
}
