import FlowCore
import FlowRuntime

extension CognitoTokens {
    /// The tokens as members of a JSON object. Missing tokens have no member.
    var members: [JSONMember] {
        [("accessToken", accessToken), ("idToken", idToken), ("refreshToken", refreshToken)].compactMap { name, token in
            token.map { JSONMember(name, .string($0)) }
        }
    }

    /// Creates tokens from these members.
    /// - Returns: nil if the access token is missing, or if a member is not a text.
    init?(json: JSONValue) {
        let others = ["idToken", "refreshToken"].map { json[$0] }
        guard let accessToken = json["accessToken"]?.string, others.allSatisfy({ $0 == nil || $0?.string != nil })
        else { return nil }
        self.init(accessToken: accessToken, idToken: others[0]?.string, refreshToken: others[1]?.string)
    }
}
