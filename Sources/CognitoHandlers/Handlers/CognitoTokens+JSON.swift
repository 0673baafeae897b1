import FlowCore
import FlowRuntime

extension CognitoTokens {
    /// The tokens as members of a JSON object; those that are not there have none.
    var members: [JSONMember] {
        [("accessToken", accessToken), ("idToken", idToken), ("refreshToken", refreshToken)].compactMap { name, token in
            token.map { JSONMember(name, .string($0)) }
        }
    }

    /// Tokens of such members.
    /// - Returns: nothing if the access token lacks, or if one is no text.
    init?(json: JSONValue) {
        let others = ["idToken", "refreshToken"].map { json[$0] }
        guard let accessToken = json["accessToken"]?.string, others.allSatisfy({ $0 == nil || $0?.string != nil })
        else { return nil }
        self.init(accessToken: accessToken, idToken: others[0]?.string, refreshToken: others[1]?.string)
    }
}
