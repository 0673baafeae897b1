import FlowCore
import FlowRuntime

extension CognitoTokens {
    /// The tokens as members of a JSON object. Missing tokens have no member.
    var members: [JSONMember] {
        [("accessToken", accessToken), ("idToken", idToken), ("refreshToken", refreshToken)].compactMap { name, token in
            token.map { JSONMember(name, .string($0)) }
        }
    }

    /// Parses tokens from a JSON object with the same members as ``members``.
    /// - Returns: nil if the access token is missing, or if a member is not a text.
    init?(json: JSONValue) {
        let (idToken, refreshToken) = (json["idToken"], json["refreshToken"])
        guard let accessToken = json["accessToken"]?.string, idToken == nil || idToken?.string != nil,
            refreshToken == nil || refreshToken?.string != nil
        else { return nil }
        self.init(accessToken: accessToken, idToken: idToken?.string, refreshToken: refreshToken?.string)
    }
}
