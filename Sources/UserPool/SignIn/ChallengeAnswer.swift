/// The answer to a challenge, from a request.
struct ChallengeAnswer: Sendable {
    let clientID: String
    let challenge: String
    let session: String?
    /// `ChallengeResponses` of the request.
    let responses: [String: String]
    /// `ClientMetadata` of the request.
    let metadata: [String: String]

    init(_ input: PoolInput) throws(PoolError) {
        clientID = try input.text("ClientId")
        challenge = try input.text("ChallengeName")
        session = try input.optional("Session")
        responses = try input.map("ChallengeResponses")
        metadata = try input.map("ClientMetadata")
    }

    /// Returns a required response.
    func required(_ name: String) throws(PoolError) -> String {
        try CognitoUserPool.required(name, in: responses)
    }

    /// Responses prefixed by `userAttributes.`.
    var attributes: [String: String] {
        let prefix = "userAttributes."
        var attributes: [String: String] = [:]
        for (name, value) in responses where name.hasPrefix(prefix) {
            attributes[String(name.dropFirst(prefix.count))] = value
        }
        return attributes
    }
}
