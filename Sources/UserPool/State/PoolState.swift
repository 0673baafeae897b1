/// The whole state of a pool, as stored in its file.
struct PoolState: Sendable, Codable {
    /// Users by `sub`.
    private(set) var users: [String: PoolUser] = [:]
    /// Derived from the users, and not stored.
    private var names = NameIndex()
    /// Pending challenges by the hash of their session.
    ///
    /// The file thus contains no usable session.
    var challenges: [String: PendingChallenge] = [:]
    /// Refresh tokens by their hash.
    var refreshTokens: [String: RefreshGrant] = [:]
    /// Sign-ins with revoked access tokens, by `origin_jti`.
    ///
    /// The value is the expiry of the last token.
    var revokedOrigins: [String: Int64] = [:]
    /// Attempts for unknown users, by the hash of the name.
    ///
    /// They behave as if the users existed.
    private(set) var strangers: [String: AttemptLimiter] = [:]
    /// Groups by name; nil in older files.
    private var keptGroups: [String: PoolGroup]?
    /// Groups by name.
    var groups: [String: PoolGroup] {
        get { keptGroups ?? [:] }
        set { keptGroups = newValue }
    }
    /// The private key of access tokens in PEM, created with the first token.
    var signingKey: String?
    /// The private key of ID tokens in PEM.
    ///
    /// Older files have none: there the other key signed both kinds.
    var identitySigningKey: String?
    /// Derives stable fake responses for unknown users.
    let disguiseKey: [UInt8]
    /// The number of temporary entries that triggers the next sweep.
    private var sweepCount = 1024

    private enum CodingKeys: String, CodingKey {
        case users, challenges, refreshTokens, revokedOrigins, strangers, signingKey, identitySigningKey, disguiseKey
        case sweepCount
        case keptGroups = "groups"
    }

    /// The maximum number of unknown users with attempts.
    private static let maxStrangers = 4096

    /// Creates an empty state.
    init(disguiseKey: [UInt8]) {
        self.disguiseKey = disguiseKey
    }

    /// Rebuilds the index after decoding.
    /// - Returns: nil if a user is not stored under its own `sub`.
    func indexed() -> PoolState? {
        var state = self
        for (id, user) in users {
            guard id == user.id, state.names.id(named: user.username) == nil else { return nil }
            state.names.insert(user)
        }
        return state
    }

    /// Returns the user with a name, an alias or a `sub`.
    func user(_ name: String, aliases: Set<String>) -> PoolUser? {
        if let user = users[name] { return user }
        if let id = names.id(named: name) { return users[id] }
        for alias in aliases.sorted() {
            let owners = users(alias, name).filter { alias == "preferred_username" || $0.isVerified(alias) }
            if let owner = owners.first { return owner }
        }
        return nil
    }

    /// Returns the users with an attribute value, verified or not, oldest first.
    func users(_ attribute: String, _ value: String) -> [PoolUser] {
        names.ids(attribute, value).compactMap { users[$0] }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Whether any user has a passkey with an id.
    func hasPasskey(_ id: [UInt8]) -> Bool {
        users.values.contains { $0.passkeys.contains { $0.credentialID == id } }
    }

    /// Adds a user, or replaces the user of the same name.
    mutating func insert(_ user: PoolUser) {
        for old in [names.id(named: user.username), user.id].compactMap({ $0 }) { remove(old) }
        users[user.id] = user
        names.insert(user)
    }

    /// Removes a user with all related data.
    mutating func remove(_ id: String) {
        guard let user = users.removeValue(forKey: id) else { return }
        names.remove(user)
        challenges = challenges.filter { $0.value.signIn.userID != id }
        refreshTokens = refreshTokens.filter { $0.value.userID != id }
        for (name, group) in groups where group.members.contains(id) { groups[name]?.members.remove(id) }
    }

    /// Changes the user with a `sub`, if any.
    mutating func change(_ id: String, _ change: (inout PoolUser) -> Void) {
        guard var user = users.removeValue(forKey: id) else { return }
        let entries = NameIndex.entries(of: user)
        change(&user)
        names.move(id, from: entries, to: NameIndex.entries(of: user))
        users[id] = user
    }

    /// Changes the attempts of an unknown user; `key` is the hash of the name.
    mutating func changeStranger(_ key: String, at now: Int64, _ change: (inout AttemptLimiter) -> Void) {
        if strangers[key] == nil, strangers.count >= Self.maxStrangers {
            strangers = strangers.filter { $0.value.isOfUse(at: now) }
            // Removes an arbitrary entry, which no attacker can choose.
            if strangers.count >= Self.maxStrangers { strangers.remove(at: strangers.startIndex) }
        }
        change(&strangers[key, default: AttemptLimiter()])
    }

    /// Removes expired entries from time to time.
    mutating func sweep(at now: Int64) {
        guard temporaryCount > sweepCount else { return }
        // Recently expired challenges are kept, to tell them from unknown ones.
        challenges = challenges.filter { $0.value.expiresAt + 3600 > now }
        refreshTokens = refreshTokens.filter { $0.value.expiresAt > now }
        revokedOrigins = revokedOrigins.filter { $0.value > now }
        sweepCount = max(1024, 2 * temporaryCount)
    }

    private var temporaryCount: Int { challenges.count + refreshTokens.count + revokedOrigins.count }
}
