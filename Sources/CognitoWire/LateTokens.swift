package import FlowCore
package import FlowRuntime

/// Builds requests that revoke the tokens of late replies, whose calls were abandoned.
package enum LateTokens {
    private static let signInOperations: Set<String> = [
        "InitiateAuth", "RespondToAuthChallenge", "AdminInitiateAuth", "AdminRespondToAuthChallenge",
    ]
    /// The flows that refresh tokens.
    ///
    /// Their tokens are not revoked, since that would also invalidate the refresh token that the caller still has.
    private static let refreshFlows: Set<String> = ["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"]

    /// The operation that revokes a refresh token and all access tokens issued with it (Cognito API, RevokeToken).
    package static let operation = "RevokeToken"

    /// Returns the input of ``operation`` that revokes the refresh token in a reply.
    /// - Parameters:
    ///   - reply: the reply that arrived too late.
    ///   - request: the request that the reply answers.
    ///   - clientSecret: the app client's secret, if it has one; revoking then requires it.
    /// - Returns: nil if the request is not a sign-in, the reply contains no refresh token, or `clientSecret` is nil
    ///   although the app client has a secret.
    package static func revocation(
        of reply: FlowReply, to request: FlowRequest, clientSecret: String? = nil
    ) -> JSONValue? {
        guard signInOperations.contains(request.operation), case .body(let bytes) = reply,
            !refreshFlows.contains(request.body["AuthFlow"]?.string ?? ""), let clientID = request.body["ClientId"],
            let token = JSONValue(json: bytes)?["AuthenticationResult"]?["RefreshToken"]
        else { return nil }
        let parameters = request.body["AuthParameters"] ?? request.body["ChallengeResponses"]
        guard clientSecret != nil || parameters?["SECRET_HASH"] == nil else { return nil }
        var members = [JSONMember("Token", token), JSONMember("ClientId", clientID)]
        if let clientSecret { members.append(JSONMember("ClientSecret", .string(clientSecret))) }
        return .object(members)
    }
}
