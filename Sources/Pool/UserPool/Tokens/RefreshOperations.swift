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
    private static let invalidToken = PoolError.notAuthorized("Invalid Refresh Token")

    /// Implements the refresh flows of `InitiateAuth` and `AdminInitiateAuth`: issues new tokens for a refresh token.
    static func refresh(
        _ parameters: [String: String], _ client: PoolClient, by flow: AuthFlow, _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<JSONValue> {
        let token = try parameters.required("REFRESH_TOKEN")
        guard !client.rotatesRefreshTokens else {
            throw PoolError("UnsupportedOperationException", "\(flow.rawValue) is not enabled with token rotation")
        }
        let (grant, user) = try grant(for: token, ofDevice: parameters["DEVICE_KEY"], client, &pool)
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
        let (grant, user) = try grant(for: token, ofDevice: try input.optionalText("DeviceKey"), client, &pool)
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

    /// Implements `RevokeToken`: revokes all tokens of the sign-in that a refresh token comes from.
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

    /// Revokes all access tokens of the user whose `sub` is `id`. The refresh tokens remain valid.
    static func revokeAccessTokens(of id: String, _ pool: inout Pool) {
        // As in `signOut`, tokens of the same second are revoked through their sign-ins.
        let (time, random) = (pool.now, pool.random)
        pool.state.grants.replaceOrigins(of: id, until: lastExpiry(pool)) { random.uuid() }
        pool.state.accounts.change(id) { $0.signedOutAt = time }
    }

    /// Returns the time at which all access and ID tokens that the pool has issued until now have expired.
    private static func lastExpiry(_ pool: Pool) -> Int64 {
        // A pool without app clients issues no tokens, so its default does not matter.
        pool.now + (pool.configuration.clients.map(\.tokenSeconds).max() ?? PoolClient().tokenSeconds)
    }

    /// Returns the grant of a refresh token, and its user. If the token was replaced and its grace period has passed,
    /// revokes all tokens of the sign-in, and throws an error.
    ///
    /// If the device of the sign-in is confirmed, `deviceKey` must be its key (AWS Knowledge Center, "Invalid Refresh
    /// Token").
    private static func grant(
        for token: String, ofDevice deviceKey: String?, _ client: PoolClient, _ pool: inout Pool
    ) throws(PoolError) -> (RefreshGrant, PoolUser) {
        guard let grant = pool.state.grants[token], grant.clientID == client.id else {
            // An access or ID token is not a refresh token. Any other unknown token may have been revoked.
            throw try pool.didSign(token) ? invalidToken : revokedToken
        }
        guard grant.isForgotten != true else { throw revokedToken }
        guard grant.expiresAt > pool.now else { throw .notAuthorized("Refresh Token has expired") }
        if let replaced = grant.replacedAt, replaced + Int64(client.rotationGraceSeconds) <= pool.now {
            pool.state.grants.revoke(origin: grant.origin, until: lastExpiry(pool))
            throw PoolError("RefreshTokenReuseException", "Refresh token was used before")
        }
        guard let user = pool.state.accounts[grant.userID] else { throw revokedToken }
        if pool.configuration.devices != .off, let device = user.device(withKey: grant.deviceKey), device.isConfirmed {
            guard deviceKey == device.key else { throw invalidToken }
        }
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

/// The right to new tokens for a user and an app client, which a refresh token grants.
struct RefreshGrant: Sendable, Codable {
    let userID: String
    let clientID: String
    /// The claim `origin_jti`, which identifies the sign-in that the tokens come from.
    var origin: String
    /// The claim `event_id` of all tokens of the sign-in; nil in older files.
    let event: String?
    /// The time of the sign-in, in seconds since 1970.
    let authenticatedAt: Int64
    let expiresAt: Int64
    let deviceKey: String?
    /// When rotation replaced the token, in seconds since 1970; nil for a current token.
    var replacedAt: Int64?
    /// Whether the device was forgotten, so that the refresh token gives no new tokens; nil if not. The grant still
    /// identifies the access tokens of the sign-in, which can be revoked.
    var isForgotten: Bool?
}

/// The refresh tokens, and the sign-ins whose tokens are revoked.
struct TokenGrants: Sendable, Codable {
    private var refreshTokens: [String: RefreshGrant] = [:]
    /// The sign-ins whose tokens are revoked, by `origin_jti`. The value is the time after which all their tokens have
    /// expired.
    private var revokedOrigins: [String: Int64] = [:]

    /// The number of refresh tokens and revocations.
    var count: Int { refreshTokens.count + revokedOrigins.count }

    /// The grant of a refresh token, or nil if there is none.
    subscript(token: String) -> RefreshGrant? {
        get { refreshTokens[PoolState.storageKey(of: token)] }
        set { refreshTokens[PoolState.storageKey(of: token)] = newValue }
    }

    func isRevoked(origin: String) -> Bool { revokedOrigins[origin] != nil }

    /// Replaces a refresh token, which stays valid for the grace period, by a new one. For an unknown token, it does
    /// nothing.
    mutating func rotate(_ token: String, to newToken: String, at now: Int64) {
        guard var grant = self[token] else { return }
        let replacedAt = grant.replacedAt ?? now
        // A token that was already replaced may be used again within the grace period.
        grant.replacedAt = nil
        self[newToken] = grant
        self[token]?.replacedAt = replacedAt
    }

    /// Revokes all tokens of one sign-in. At `expiry`, all of them have expired.
    mutating func revoke(origin: String, until expiry: Int64) { revoke([origin], until: expiry) }

    /// Revokes the tokens of the user's sign-ins that still have a refresh token. At `expiry`, all have expired.
    mutating func revokeAll(of id: String, until expiry: Int64) {
        revoke(Set(refreshTokens.values.lazy.filter { $0.userID == id }.map(\.origin)), until: expiry)
    }

    /// Revokes the access tokens of the user's sign-ins that still have a refresh token. Each of these sign-ins gets a
    /// new `origin_jti` from `makeOrigin`, so that its refresh tokens remain valid. At `expiry`, all access tokens have
    /// expired.
    mutating func replaceOrigins(of id: String, until expiry: Int64, _ makeOrigin: () -> String) {
        var newOrigins: [String: String] = [:]
        for (key, grant) in refreshTokens where grant.userID == id {
            let newOrigin = newOrigins[grant.origin] ?? makeOrigin()
            newOrigins[grant.origin] = newOrigin
            refreshTokens[key]?.origin = newOrigin
        }
        for origin in newOrigins.keys { revokedOrigins[origin] = expiry }
    }

    /// Revokes all tokens of the sign-ins with these `origin_jti` claims.
    private mutating func revoke(_ origins: Set<String>, until expiry: Int64) {
        refreshTokens = refreshTokens.filter { !origins.contains($0.value.origin) }
        for origin in origins { revokedOrigins[origin] = expiry }
    }

    /// Removes the refresh tokens of the user whose `sub` is `id`.
    mutating func removeAll(of id: String) { refreshTokens = refreshTokens.filter { $0.value.userID != id } }

    /// Ends the refresh tokens of a device. Access tokens remain valid until they are revoked.
    mutating func forget(device: String) {
        for (key, grant) in refreshTokens where grant.deviceKey == device { refreshTokens[key]?.isForgotten = true }
    }

    /// Removes expired tokens, and the revocations that have no effect any longer.
    mutating func removeExpired(at now: Int64) {
        refreshTokens = refreshTokens.filter { $0.value.expiresAt > now }
        revokedOrigins = revokedOrigins.filter { $0.value > now }
    }
}
