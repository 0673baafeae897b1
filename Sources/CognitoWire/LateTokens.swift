package import FlowCore
package import FlowRuntime

/// Tokens in a reply that came when nobody waited for it any more.
package enum LateTokens {
    /// The operations by which a sign-in gets tokens. A refresh is none: who gave it up still has the refresh token, and revoking
    /// ends that one too.
    private static let operations: Set<String> = [
        "InitiateAuth", "RespondToAuthChallenge", "AdminInitiateAuth", "AdminRespondToAuthChallenge",
    ]
    private static let refreshes: Set<String> = ["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"]

    /// The operation that revokes a refresh token and all access tokens made by it (Cognito API, RevokeToken).
    package static let operation = "RevokeToken"

    /// The input of ``operation`` for the refresh token of a reply.
    /// - Parameters:
    ///   - reply: the reply.
    ///   - request: the request that it answers.
    ///   - clientSecret: the secret of the app client; one that has a secret cannot revoke without it.
    /// - Returns: the input; nil where there is nothing to revoke.
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
