/// All that a pool knows, as it is kept in a file.
struct PoolState: Sendable, Codable {
    /// By `sub`.
    private(set) var users: [String: PoolUser] = [:]
    /// The `sub` of each name.
    private var idsByName: [String: String] = [:]
    /// Pending challenges by the hash of their session, so that a file gives no session away.
    var challenges: [String: PendingChallenge] = [:]
    /// By the hash of the token.
    var refreshTokens: [String: RefreshGrant] = [:]
    /// Sign-ins whose access tokens were revoked, by `origin_jti`, with the time at which the last of them expires.
    var revokedOrigins: [String: Int64] = [:]
    /// The private key of tokens, in PEM; made when the first token is.
    var signingKey: String?
    /// The key that answers about users who do not exist are made from, so that they stay the same.
    let disguiseKey: [UInt8]
    /// How many challenges there are when the next sweep comes.
    private var sweepCount = 1024

    /// Nothing known yet.
    init(disguiseKey: [UInt8]) {
        self.disguiseKey = disguiseKey
    }

    /// The user whom a name, an alias or a `sub` means.
    func user(_ name: String, aliases: Set<String>) -> PoolUser? {
        if let user = users[name] { return user }
        if let id = idsByName[name] { return users[id] }
        return users.values.first { user in
            aliases.contains { user.attributes[$0] == name && ($0 == "preferred_username" || user.isVerified($0)) }
        }
    }

    /// The user whose address or number of these attributes it is, verified or not: who signed up with it confirms it so.
    func unverified(_ name: String, by attributes: Set<String>) -> PoolUser? {
        users.values.first { user in attributes.contains { user.attributes[$0] == name } }
    }

    /// Whether any user has a passkey of that id.
    func hasPasskey(_ id: [UInt8]) -> Bool {
        users.values.contains { $0.passkeys.contains { $0.credentialID == id } }
    }

    /// Adds a user in place of one of the same name.
    mutating func insert(_ user: PoolUser) {
        if let old = idsByName[user.username] { users[old] = nil }
        users[user.id] = user
        idsByName[user.username] = user.id
    }

    /// Removes a user with all that is known of them.
    mutating func remove(_ id: String) {
        guard let user = users.removeValue(forKey: id) else { return }
        idsByName[user.username] = nil
        challenges = challenges.filter { $0.value.signIn.userID != id }
        refreshTokens = refreshTokens.filter { $0.value.userID != id }
    }

    /// Changes a user, if there is one of that `sub`.
    mutating func change(_ id: String, _ change: (inout PoolUser) -> Void) {
        guard var user = users.removeValue(forKey: id) else { return }
        change(&user)
        users[id] = user
    }

    /// Forgets what can no longer be used, now and then.
    mutating func sweep(at now: Int64) {
        guard challenges.count > sweepCount else { return }
        forgetExpired(at: now)
        sweepCount = max(1024, 2 * challenges.count)
    }

    private mutating func forgetExpired(at now: Int64) {
        // What expired lately is still told from what never was.
        challenges = challenges.filter { $0.value.expiresAt + 3600 > now }
        refreshTokens = refreshTokens.filter { $0.value.expiresAt > now }
        revokedOrigins = revokedOrigins.filter { $0.value > now }
    }
}
