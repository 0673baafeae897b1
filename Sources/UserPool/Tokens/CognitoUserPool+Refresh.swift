import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    private static let revokedToken = PoolError.notAuthorized("Refresh Token has been revoked")

    /// Implements `InitiateAuth` with `REFRESH_TOKEN_AUTH`: issues new tokens for a refresh token.
    func refresh(
        _ parameters: [String: String], _ client: PoolClient, by flow: AuthFlow
    ) async throws(PoolError) -> JSONValue {
        let token = try Self.requiredMember("REFRESH_TOKEN", in: parameters)
        guard !client.rotatesRefreshTokens else {
            throw PoolError("UnsupportedOperationException", "\(flow.rawValue) is not enabled with token rotation")
        }
        let grant = try refreshGrant(for: token, client)
        guard let user = state.users[grant.userID] else { throw Self.revokedToken }
        try checkRefreshSecret(parameters["SECRET_HASH"], user, client)
        let result = try await issue(try tokenOrder(for: grant, user, client))
        return .object([JSONMember("AuthenticationResult", result), JSONMember("ChallengeParameters", .object([]))])
    }

    /// Implements `GetTokensFromRefreshToken`: issues new tokens for a refresh token.
    ///
    /// It also rotates the refresh token if the app client is configured to.
    func getTokens(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        let client = try appClient(in: input)
        try checkClientSecret(try input.optionalText("ClientSecret"), for: client)
        let token = try input.text("RefreshToken")
        let grant = try refreshGrant(for: token, client)
        guard let user = state.users[grant.userID] else { throw Self.revokedToken }
        var order = try tokenOrder(for: grant, user, client)
        // The signing keys are loaded first: if that fails, the token must not be rotated.
        _ = try loadOrCreateSigners()
        if client.rotatesRefreshTokens { order.refreshToken = try commit { rotateToken(token, grant) } }
        return .object([JSONMember("AuthenticationResult", try await issue(order))])
    }

    /// Implements `RevokeToken`: revokes all tokens of the sign-in that issued a refresh token.
    func revokeToken(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let client = try appClient(in: input)
        try checkClientSecret(try input.optionalText("ClientSecret"), for: client)
        let token = try input.text("Token")
        if try existingSigners()?.didSign(token) == true {
            throw PoolError("UnsupportedTokenTypeException", "Only a refresh token can be revoked")
        }
        // Revoking a revoked token succeeds (RFC 7009 section 2.2).
        guard let grant = state.refreshTokens[Self.storageKey(of: token)] else { return .object([]) }
        guard grant.clientID == client.id else {
            throw PoolError("UnauthorizedException", "The token was issued to another client")
        }
        try commit { revoke(origin: grant.origin) }
        return .object([])
    }

    /// Implements `GlobalSignOut`: revokes all tokens of the signed-in user.
    func globalSignOut(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try signOut(try authorize(input).user.id)
        return .object([])
    }

    /// Revokes all tokens of the user whose `sub` is `id`.
    func signOut(_ id: String) throws(PoolError) {
        // `signedOutAt` does not reject tokens of the same second, which a later sign-in may have issued. The old ones
        // are revoked through their sign-ins.
        let signOutTime = now
        try commit {
            revoke(origins: Set(state.refreshTokens.values.lazy.filter { $0.userID == id }.map(\.origin)))
            state.changeUser(id) { $0.signedOutAt = signOutTime }
        }
    }

    /// Revokes all tokens of one sign-in.
    private func revoke(origin: String) { revoke(origins: [origin]) }

    /// Revokes all tokens of the sign-ins with these `origin_jti` claims.
    private func revoke(origins: Set<String>) {
        state.refreshTokens = state.refreshTokens.filter { !origins.contains($0.value.origin) }
        let longestValidity = configuration.clients.map(\.tokenSeconds).max() ?? PoolClient().tokenSeconds
        for origin in origins { state.revokedOrigins[origin] = now + longestValidity }
    }

    /// Returns the grant of a refresh token.
    ///
    /// If a replaced token is used after its grace period, it revokes all tokens of the sign-in.
    /// - Throws: an error if the token is unknown, expired, revoked or replaced.
    private func refreshGrant(for token: String, _ client: PoolClient) throws(PoolError) -> RefreshGrant {
        guard let grant = state.refreshTokens[Self.storageKey(of: token)], grant.clientID == client.id else {
            let isOtherToken = try existingSigners()?.didSign(token) == true
            throw isOtherToken ? .notAuthorized("Invalid Refresh Token") : Self.revokedToken
        }
        guard grant.expiresAt > now else { throw .notAuthorized("Refresh Token has expired") }
        if let replaced = grant.replacedAt, replaced + Int64(client.rotationGraceSeconds) <= now {
            try commitFailure { revoke(origin: grant.origin) }
            throw PoolError("RefreshTokenReuseException", "Refresh token was used before")
        }
        return grant
    }

    /// Returns the data of the tokens to issue for a grant.
    /// - Throws: an error if the user may not sign in.
    private func tokenOrder(
        for grant: RefreshGrant, _ user: PoolUser, _ client: PoolClient
    ) throws(PoolError) -> TokenOrder {
        try user.checkMaySignIn()
        return TokenOrder(
            user: user, client: client, origin: grant.origin, event: grant.event ?? makeUUID(),
            authenticatedAt: grant.authenticatedAt, issuedAt: now, deviceKey: grant.deviceKey)
    }

    /// Replaces a refresh token, which stays valid for the grace period, and returns the new one.
    private func rotateToken(_ token: String, _ grant: RefreshGrant) -> String {
        let newToken = makeToken()
        let replacementTime = now
        var newGrant = grant
        // A token that was already replaced may be used again within the grace period.
        newGrant.replacedAt = nil
        state.refreshTokens[Self.storageKey(of: newToken)] = newGrant
        state.refreshTokens[Self.storageKey(of: token)]?.replacedAt = grant.replacedAt ?? replacementTime
        return newToken
    }

    /// Verifies the secret hash of a refresh, if the app client has a secret.
    ///
    /// Clients compute the hash with the username or `sub`; the legacy SDK sends the secret itself.
    /// - Throws: `NotAuthorizedException` if the hash is missing or wrong.
    private func checkRefreshSecret(_ hash: String?, _ user: PoolUser, _ client: PoolClient) throws(PoolError) {
        guard let secret = client.secret else { return }
        if let hash, ConstantTime.isSame(hash, secret) { return }
        if (try? checkSecretHash(hash, of: user.id, for: client)) != nil { return }
        try checkSecretHash(hash, of: user.username, for: client)
    }
}
