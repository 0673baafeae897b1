package import FlowCore
package import FlowRuntime

/// Revokes tokens in a reply that arrived after its wait had ended.
package enum LateTokens {
    /// The operations that grant tokens at a sign-in. A refresh is not one of them: its caller still has the refresh
    /// token, and revoking would invalidate that, too.
    private static let operations: Set<String> = [
        "InitiateAuth", "RespondToAuthChallenge", "AdminInitiateAuth", "AdminRespondToAuthChallenge",
    ]
    private static let refreshes: Set<String> = ["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"]

    /// The operation that revokes a refresh token (Cognito API, RevokeToken). It also revokes all access tokens issued
    /// with it.
    package static let operation = "RevokeToken"

    /// Returns the input of ``operation`` for the refresh token of a reply.
    /// - Parameters:
    ///   - reply: the reply.
    ///   - request: the request that it answers.
    ///   - clientSecret: the app client's secret. A client that has one must send it to revoke.
    /// - Returns: the input, or nil if the reply has no token to revoke.
    package static func revocation(
        of reply: FlowReply, to request: FlowRequest, clientSecret: String? = nil
    ) -> JSONValue? {
        guard operations.contains(request.operation), case .body(let bytes) = reply,
            !refreshes.contains(request.body["AuthFlow"]?.string ?? ""), let clientID = request.body["ClientId"],
            let token = JSONValue(json: bytes)?["AuthenticationResult"]?["RefreshToken"]
        else { return nil }
        let given = request.body["AuthParameters"] ?? request.body["ChallengeResponses"]
        guard clientSecret != nil || given?["SECRET_HASH"] == nil else { return nil }
        let secret = clientSecret.map { JSONMember("ClientSecret", .string($0)) }
        return .object([JSONMember("Token", token), JSONMember("ClientId", clientID)] + [secret].compactMap { $0 })
    }
}
