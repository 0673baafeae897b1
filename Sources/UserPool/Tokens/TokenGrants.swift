/// The right to new tokens for a user and an app client, which a refresh token grants.
struct RefreshGrant: Sendable, Codable {
    let userID: String
    let clientID: String
    /// The claim `origin_jti`, which identifies the sign-in that the tokens come from.
    let origin: String
    /// The claim `event_id` of all tokens of the sign-in; nil in older files.
    let event: String?
    /// The time of the sign-in, in seconds since 1970.
    let authenticatedAt: Int64
    let expiresAt: Int64
    let deviceKey: String?
    /// When rotation replaced the token, in seconds since 1970; nil for a current token.
    var replacedAt: Int64?
}

/// The refresh tokens, and the sign-ins whose tokens are revoked.
struct TokenGrants: Sendable, Codable {
    private var refreshTokens: [String: RefreshGrant] = [:]
    /// The sign-ins whose tokens are revoked, by `origin_jti`. The value is the time after which all their tokens have
    /// expired.
    private var revokedOrigins: [String: Int64] = [:]

    var count: Int { refreshTokens.count + revokedOrigins.count }

    subscript(token: String) -> RefreshGrant? {
        get { refreshTokens[PoolState.storageKey(of: token)] }
        set { refreshTokens[PoolState.storageKey(of: token)] = newValue }
    }

    /// Returns whether the tokens of a sign-in are revoked.
    func isRevoked(origin: String) -> Bool { revokedOrigins[origin] != nil }

    /// Replaces a refresh token, which stays valid for the grace period, by a new one.
    mutating func rotate(_ token: String, to newToken: String, at now: Int64) {
        guard var grant = self[token] else { return }
        let replacedAt = grant.replacedAt ?? now
        // A token that was already replaced may be used again within the grace period.
        grant.replacedAt = nil
        self[newToken] = grant
        self[token]?.replacedAt = replacedAt
    }

    /// Revokes all tokens of one sign-in, which have expired at `expiry`.
    mutating func revoke(origin: String, until expiry: Int64) { revoke([origin], until: expiry) }

    /// Revokes all tokens of the user whose `sub` is `id`, which have expired at `expiry`.
    mutating func revokeAll(of id: String, until expiry: Int64) {
        revoke(Set(refreshTokens.values.lazy.filter { $0.userID == id }.map(\.origin)), until: expiry)
    }

    /// Revokes all tokens of the sign-ins with these `origin_jti` claims.
    private mutating func revoke(_ origins: Set<String>, until expiry: Int64) {
        refreshTokens = refreshTokens.filter { !origins.contains($0.value.origin) }
        for origin in origins { revokedOrigins[origin] = expiry }
    }

    /// Removes the refresh tokens of the user whose `sub` is `id`.
    mutating func removeAll(of id: String) { refreshTokens = refreshTokens.filter { $0.value.userID != id } }

    /// Removes expired tokens, and the revocations that have no effect anymore.
    mutating func removeExpired(at now: Int64) {
        refreshTokens = refreshTokens.filter { $0.value.expiresAt > now }
        revokedOrigins = revokedOrigins.filter { $0.value > now }
    }
}
