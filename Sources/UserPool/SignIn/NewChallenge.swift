import FlowCore

/// A challenge that is not yet stored.
struct NewChallenge: Sendable {
    let kind: ChallengeKind
    let signIn: SignIn
    /// `ChallengeParameters` of the response.
    var parameters: [String: String] = [:]
    /// `AvailableChallenges` of the response.
    var available: [FirstFactor] = []
    /// The message with its code.
    var message: PoolMessage?

    /// Creates a challenge without parameters of its own.
    init(_ kind: ChallengeKind, _ signIn: SignIn, _ parameters: [String: String] = [:]) {
        self.kind = kind
        self.signIn = signIn
        self.parameters = parameters
    }

    /// The SRP exchange, found by its secret block, which clients return.
    var exchange: SRPExchange? {
        switch kind {
        case .passwordVerifier(let exchange), .devicePasswordVerifier(let exchange): exchange
        default: nil
        }
    }

    /// The API's response, with the session unless the client omits it.
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
