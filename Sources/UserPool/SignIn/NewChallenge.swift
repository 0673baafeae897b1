import FlowCore

/// A challenge about to be put.
struct NewChallenge: Sendable {
    let kind: ChallengeKind
    let signIn: SignIn
    /// ChallengeParameters.
    var parameters: [String: String] = [:]
    /// AvailableChallenges.
    var available: [FirstFactor] = []
    /// The code that is sent along.
    var message: PoolMessage?

    /// Creates a challenge without parameters of its own.
    init(_ kind: ChallengeKind, _ signIn: SignIn, _ parameters: [String: String] = [:]) {
        self.kind = kind
        self.signIn = signIn
        self.parameters = parameters
    }

    /// Where an SRP exchange is found again: clients send its secret block back, and some of them nothing else.
    var exchange: SRPExchange? {
        switch kind {
        case .passwordVerifier(let exchange), .devicePasswordVerifier(let exchange): exchange
        default: nil
        }
    }

    /// The reply of the API, with the session unless the client does without.
    func json(session: String?) -> JSONValue {
        var members = [JSONMember("ChallengeName", .string(kind.name ?? ""))]
        if let session { members.append(JSONMember("Session", .string(session))) }
        members.append(JSONMember("ChallengeParameters", .texts(parameters)))
        if !available.isEmpty {
            members.append(JSONMember("AvailableChallenges", .array(available.map { .string($0.rawValue) })))
        }
        return .object(members)
    }
}
