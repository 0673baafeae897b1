import CognitoHandlers
import FlowCore
import FlowRuntime

/// Exchanges refresh tokens for new tokens, and revokes tokens.
enum RefreshOperations {
    static let all: [String: PoolOperation] = [
        "GetTokensFromRefreshToken": .turns(getTokens),
        "RevokeToken": .turn(revokeToken),
        "GlobalSignOut": .signedIn(signOut),
        "AdminUserGlobalSignOut": .administered(signOut),
    ]

    private static let revokedToken = PoolError.notAuthorized("Refresh Token has been revoked")

    /// Implements `InitiateAuth` with `REFRESH_TOKEN_AUTH`: issues new tokens for a refresh token.
    static func refresh(
        _ parameters: [String: String], _ client: PoolClient, by flow: AuthFlow, _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<JSONValue> {
        let token = try parameters.required("REFRESH_TOKEN")
        guard !client.rotatesRefreshTokens else {
            throw PoolError("UnsupportedOperationException", "\(flow.rawValue) is not enabled with token rotation")
        }
        let (grant, user) = try grant(for: token, client, &pool)
        try checkSecret(parameters["SECRET_HASH"], user, client)
        return try TokenIssuer(grant, user, client, pool).issue(&pool).then(&pool) { result, _ in
            .done(["AuthenticationResult": result, "ChallengeParameters": [:]])
        }
    }

    /// Implements `GetTokensFromRefreshToken`: issues new tokens for a refresh token. It also rotates the refresh token
    /// if the app client is configured to.
    private static func getTokens(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> PoolStep<JSONValue> {
        let client = try pool.configuration.appClient(in: input)
        try client.checkSecret(try input.optionalText("ClientSecret"))
        let token = try input.text("RefreshToken")
        let (grant, user) = try grant(for: token, client, &pool)
        var issuer = try TokenIssuer(grant, user, client, pool)
        // The signing keys are loaded first: if that fails, the token must not be rotated.
        _ = try pool.makeSigners()
        if client.rotatesRefreshTokens {
            let newToken = pool.makeToken()
            pool.state.grants.rotate(token, to: newToken, at: pool.now)
            issuer.refreshToken = newToken
        }
        return try issuer.issue(&pool).then(&pool) { result, _ in .done(["AuthenticationResult": result]) }
    }

    /// Implements `RevokeToken`: revokes all tokens of the sign-in that issued a refresh token.
    private static func revokeToken(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let client = try pool.configuration.appClient(in: input)
        try client.checkSecret(try input.optionalText("ClientSecret"))
        let token = try input.text("Token")
        if try pool.didSign(token) {
            throw PoolError("UnsupportedTokenTypeException", "Only a refresh token can be revoked")
        }
        // Revoking a revoked token succeeds (RFC 7009 section 2.2).
        guard let grant = pool.state.grants[token] else { return [:] }
        guard grant.clientID == client.id else {
            throw PoolError("UnauthorizedException", "The token was issued to another client")
        }
        pool.state.grants.revoke(origin: grant.origin, until: lastExpiry(pool))
        return [:]
    }

    /// Implements `GlobalSignOut` and `AdminUserGlobalSignOut`: revokes all tokens of a user.
    private static func signOut(_ user: PoolUser, _: PoolInput, _ pool: inout Pool) -> JSONValue {
        // `signedOutAt` does not reject tokens of the same second, which a later sign-in may have issued. The old ones
        // are revoked through their sign-ins.
        let signOutTime = pool.now
        pool.state.grants.revokeAll(of: user.id, until: lastExpiry(pool))
        pool.state.accounts.change(user.id) { $0.signedOutAt = signOutTime }
        return [:]
    }

    /// The time at which every access and ID token of this moment has expired.
    private static func lastExpiry(_ pool: Pool) -> Int64 {
        pool.now + (pool.configuration.clients.map(\.tokenSeconds).max() ?? PoolClient().tokenSeconds)
    }

    /// Returns the grant of a refresh token, and its user. If a replaced token is used after its grace period, it
    /// revokes all tokens of the sign-in.
    private static func grant(
        for token: String, _ client: PoolClient, _ pool: inout Pool
    ) throws(PoolError) -> (RefreshGrant, PoolUser) {
        guard let grant = pool.state.grants[token], grant.clientID == client.id else {
            throw try pool.didSign(token) ? .notAuthorized("Invalid Refresh Token") : revokedToken
        }
        guard grant.expiresAt > pool.now else { throw .notAuthorized("Refresh Token has expired") }
        if let replaced = grant.replacedAt, replaced + Int64(client.rotationGraceSeconds) <= pool.now {
            pool.state.grants.revoke(origin: grant.origin, until: lastExpiry(pool))
            throw PoolError("RefreshTokenReuseException", "Refresh token was used before")
        }
        guard let user = pool.state.accounts[grant.userID] else { throw revokedToken }
        return (grant, user)
    }

    /// Verifies the secret hash of a refresh, if the app client has a secret. Clients compute the hash with the
    /// username or `sub`; the legacy SDK sends the secret itself.
    private static func checkSecret(_ hash: String?, _ user: PoolUser, _ client: PoolClient) throws(PoolError) {
        guard let secret = client.secret else { return }
        if let hash, ConstantTime.isSame(hash, secret) { return }
        if (try? client.checkSecretHash(hash, of: user.id)) != nil { return }
        try client.checkSecretHash(hash, of: user.username)
    }
}
