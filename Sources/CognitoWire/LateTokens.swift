package import FlowCore
package import FlowRuntime

/// Builds the request that revokes the tokens of a reply that nobody waits for anymore.
package enum LateTokens {
    /// The operations that issue tokens for a sign-in.
    private static let signInOperations: Set<String> = [
        "InitiateAuth", "RespondToAuthChallenge", "AdminInitiateAuth", "AdminRespondToAuthChallenge",
    ]
    /// The flows that refresh tokens.
    ///
    /// Their tokens are not revoked, since that would also invalidate the refresh token that the caller still has.
    private static let refreshFlows: Set<String> = ["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"]

    /// The operation that revokes a refresh token and all access tokens issued with it (Cognito API, RevokeToken).
    package static let operation = "RevokeToken"

    /// Returns the input of ``operation`` for the refresh token in a reply.
    /// - Parameters:
    ///   - reply: the reply that arrived too late.
    ///   - request: the request that the reply answers.
    ///   - clientSecret: the app client's secret, if it has one; revoking then requires it.
    /// - Returns: nil if the reply has no token to revoke, or the app client has a secret that is not given.
    package static func revocation(
        of reply: FlowReply, to request: FlowRequest, clientSecret: String? = nil
    ) -> JSONValue? {
        guard signInOperations.contains(request.operation), case .body(let bytes) = reply,
            !refreshFlows.contains(request.body["AuthFlow"]?.string ?? ""), let clientID = request.body["ClientId"],
            let token = JSONValue(json: bytes)?["AuthenticationResult"]?["RefreshToken"]
        else { return nil }
        let parameters = request.body["AuthParameters"] ?? request.body["ChallengeResponses"]
        guard clientSecret != nil || parameters?["SECRET_HASH"] == nil else { return nil }
        let secret = clientSecret.map { JSONMember("ClientSecret", .string($0)) }
        return .object([JSONMember("Token", token), JSONMember("ClientId", clientID)] + [secret].compactMap { $0 })
    }
}
