/// A client's answer to a challenge.
struct ChallengeAnswer: Sendable {
    let clientID: String
    let challenge: String
    let session: String?
    /// `ChallengeResponses` of the request.
    let responses: [String: String]
    /// `ClientMetadata` of the request.
    let metadata: [String: String]

    /// Reads the answer in a request.
    init(_ input: PoolInput) throws(PoolError) {
        clientID = try input.text("ClientId")
        challenge = try input.text("ChallengeName")
        session = try input.optionalText("Session")
        responses = try input.stringMap("ChallengeResponses")
        metadata = try input.stringMap("ClientMetadata")
    }

    /// Returns the value of a required member of `ChallengeResponses`.
    func requiredResponse(_ name: String) throws(PoolError) -> String {
        try responses.required(name)
    }

    /// The user's attributes among the responses, whose names start with `userAttributes.`.
    var attributes: [String: String] {
        let prefix = "userAttributes."
        var attributes: [String: String] = [:]
        for (name, value) in responses where name.hasPrefix(prefix) {
            attributes[String(name.dropFirst(prefix.count))] = value
        }
        return attributes
    }
}
