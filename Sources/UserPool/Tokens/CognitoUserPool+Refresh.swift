import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    private static let revoked = PoolError.notAuthorized("Refresh Token has been revoked")

    /// InitiateAuth with `REFRESH_TOKEN_AUTH`.
    func refresh(
        _ parameters: [String: String], _ client: PoolClient, by flow: AuthFlow
    ) async throws(PoolError) -> JSONValue {
        let token = try Self.required("REFRESH_TOKEN", in: parameters)
        guard !client.rotatesRefreshTokens else {
            throw PoolError("UnsupportedOperationException", "\(flow.rawValue) is not enabled with token rotation")
        }
        let grant = try grant(token, client)
        guard let user = state.users[grant.userID] else { throw Self.revoked }
        try checkRefreshSecret(parameters["SECRET_HASH"], user, client)
        let result = try await issue(try order(for: grant, user, client))
        return .object([JSONMember("AuthenticationResult", result), JSONMember("ChallengeParameters", .object([]))])
    }

    /// GetTokensFromRefreshToken.
    func getTokens(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        let client = try client(input)
        try checkSecret(try input.optional("ClientSecret"), for: client)
        let token = try input.text("RefreshToken")
        let grant = try grant(token, client)
        guard let user = state.users[grant.userID] else { throw Self.revoked }
        var order = try order(for: grant, user, client)
        // Without a signing key nothing may be rotated.
        _ = try tokenSigners()
        if client.rotatesRefreshTokens { order.refreshToken = try keep { rotate(token, grant) } }
        return .object([JSONMember("AuthenticationResult", try await issue(order))])
    }

    /// RevokeToken: revokes the tokens of one sign-in.
    func revokeToken(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let client = try client(input)
        try checkSecret(try input.optional("ClientSecret"), for: client)
        let token = try input.text("Token")
        if try knownSigners()?.know(token) == true {
            throw PoolError("UnsupportedTokenTypeException", "Only a refresh token can be revoked")
        }
        // Revoking a revoked token succeeds (RFC 7009 section 2.2).
        guard let grant = state.refreshTokens[Self.key(ofSession: token)] else { return .object([]) }
        guard grant.clientID == client.id else {
            throw PoolError("UnauthorizedException", "The token is of another client")
        }
        try keep { revoke(origin: grant.origin) }
        return .object([])
    }

    /// GlobalSignOut: revokes all tokens of the user.
    func globalSignOut(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try signOut(try authorize(input).user.id)
        return .object([])
    }

    /// Ends all sign-ins of a user.
    func signOut(_ id: String) throws(PoolError) {
        // Tokens of this second are revoked by their sign-in, so later ones stay valid.
        let now = now
        try keep {
            revoke(origins: Set(state.refreshTokens.values.lazy.filter { $0.userID == id }.map(\.origin)))
            state.change(id) { $0.signedOutAt = now }
        }
    }

    private func revoke(origin: String) { revoke(origins: [origin]) }

    private func revoke(origins: Set<String>) {
        state.refreshTokens = state.refreshTokens.filter { !origins.contains($0.value.origin) }
        let longest = configuration.clients.map(\.tokenMinutes).max() ?? 60
        for origin in origins { state.revokedOrigins[origin] = now + Int64(longest) * 60 }
    }

    private func grant(_ token: String, _ client: PoolClient) throws(PoolError) -> RefreshGrant {
        guard let grant = state.refreshTokens[Self.key(ofSession: token)], grant.clientID == client.id else {
            throw try knownSigners()?.know(token) == true ? .notAuthorized("Invalid Refresh Token") : Self.revoked
        }
        guard grant.expiresAt > now else { throw .notAuthorized("Refresh Token has expired") }
        if let replaced = grant.replacedAt, replaced + Int64(client.rotationGraceSeconds) <= now {
            try count { revoke(origin: grant.origin) }
            throw PoolError("RefreshTokenReuseException", "Refresh token was used before")
        }
        return grant
    }

    private func order(
        for grant: RefreshGrant, _ user: PoolUser, _ client: PoolClient
    ) throws(PoolError) -> TokenOrder {
        try user.checkMaySignIn()
        return TokenOrder(
            user: user, client: client, origin: grant.origin, event: grant.event ?? makeUUID(),
            authenticatedAt: grant.authenticatedAt, issuedAt: now, deviceKey: grant.deviceKey)
    }

    private func rotate(_ token: String, _ grant: RefreshGrant) -> String {
        let next = makeToken()
        let now = now
        var fresh = grant
        // Within the grace period the old token was already replaced; the new one was not.
        fresh.replacedAt = nil
        state.refreshTokens[Self.key(ofSession: next)] = fresh
        state.refreshTokens[Self.key(ofSession: token)]?.replacedAt = grant.replacedAt ?? now
        return next
    }

    /// Verifies the secret of a refresh.
    ///
    /// Clients hash it with the username or `sub`; the legacy SDK sends the secret itself.
    private func checkRefreshSecret(_ hash: String?, _ user: PoolUser, _ client: PoolClient) throws(PoolError) {
        guard let secret = client.secret else { return }
        if let hash, ConstantTime.isSame(hash, secret) { return }
        if (try? checkSecretHash(hash, of: user.id, for: client)) != nil { return }
        try checkSecretHash(hash, of: user.username, for: client)
    }
}
