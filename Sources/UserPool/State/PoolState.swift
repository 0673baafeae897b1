/// The whole state of a pool, as stored in its file.
struct PoolState: Sendable, Codable {
    /// Users by `sub`.
    private(set) var users: [String: PoolUser] = [:]
    /// The users by name and attribute value, which is not stored but rebuilt from the users.
    private var names = NameIndex()
    /// Pending challenges by the hash of their session, so that the file contains no usable session.
    var challenges: [String: PendingChallenge] = [:]
    /// Refresh tokens by their hash.
    var refreshTokens: [String: RefreshGrant] = [:]
    /// The sign-ins whose tokens are revoked, by `origin_jti`.
    ///
    /// The value is the time after which all their tokens have expired.
    var revokedOrigins: [String: Int64] = [:]
    /// Attempts with usernames that do not exist, by the hash of the name.
    ///
    /// They are limited like those with existing usernames, so that a client cannot tell them apart.
    private(set) var unknownUserAttempts: [String: AttemptLimiter] = [:]
    /// The stored groups by name; nil in older files.
    private var storedGroups: [String: PoolGroup]?
    /// Groups by name.
    var groups: [String: PoolGroup] {
        get { storedGroups ?? [:] }
        set { storedGroups = newValue }
    }
    /// The private key of access tokens in PEM, created with the first token.
    var signingKey: String?
    /// The private key of ID tokens in PEM.
    ///
    /// It is nil in older files, whose single key signed both kinds of token.
    var identitySigningKey: String?
    /// The secret key from which responses for unknown users are derived.
    let disguiseKey: [UInt8]
    /// The number of temporary entries above which expired ones are removed.
    private var sweepCount = Self.minSweepCount

    private enum CodingKeys: String, CodingKey {
        case users, challenges, refreshTokens, revokedOrigins, signingKey, identitySigningKey, disguiseKey
        case sweepCount
        case unknownUserAttempts = "strangers"
        case storedGroups = "groups"
    }

    /// The lowest value of ``sweepCount``.
    private static let minSweepCount = 1024
    /// The time in seconds for which expired challenges are kept.
    private static let challengeRetention: Int64 = 3600
    /// The maximum number of unknown usernames whose attempts are stored.
    private static let maxUnknownUsers = 4096

    /// Creates an empty state.
    init(disguiseKey: [UInt8]) {
        self.disguiseKey = disguiseKey
    }

    /// Returns the state after decoding, with its index of names rebuilt.
    /// - Returns: nil if a user is not stored under its own `sub`, or two users have the same name.
    func indexed() -> PoolState? {
        var state = self
        for (id, user) in users {
            guard id == user.id, state.names.id(named: user.username) == nil else { return nil }
            state.names.insert(user)
        }
        return state
    }

    /// Returns the user whose `sub`, username or alias is `name`; nil if there is none.
    ///
    /// An email address or phone number is an alias only if it is verified.
    func user(named name: String, aliases: Set<String>) -> PoolUser? {
        if let user = users[name] { return user }
        if let id = names.id(named: name) { return users[id] }
        for alias in aliases.sorted() {
            let owner = users(attribute: alias, value: name).first { user in
                alias == "preferred_username" || user.isVerified(alias)
            }
            if let owner { return owner }
        }
        return nil
    }

    /// Returns the users with an attribute value, verified or not, oldest first.
    func users(attribute: String, value: String) -> [PoolUser] {
        let owners = names.ids(attribute: attribute, value: value).compactMap { users[$0] }
        return owners.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Returns whether any user has a passkey with a credential id.
    func hasPasskey(_ id: [UInt8]) -> Bool {
        users.values.contains { $0.passkeys.contains { $0.credentialID == id } }
    }

    /// Adds a user, and removes any with the same username or `sub`.
    mutating func insert(_ user: PoolUser) {
        if let namesake = names.id(named: user.username) { removeUser(namesake) }
        removeUser(user.id)
        users[user.id] = user
        names.insert(user)
    }

    /// Removes the user whose `sub` is `id`, with all sessions, tokens and memberships.
    mutating func removeUser(_ id: String) {
        guard let user = users.removeValue(forKey: id) else { return }
        names.remove(user)
        challenges = challenges.filter { $0.value.signIn.userID != id }
        refreshTokens = refreshTokens.filter { $0.value.userID != id }
        for (name, group) in groups where group.members.contains(id) { groups[name]?.members.remove(id) }
    }

    /// Changes the user whose `sub` is `id`, if there is one, and updates the index of names.
    mutating func changeUser(_ id: String, _ change: (inout PoolUser) -> Void) {
        guard var user = users.removeValue(forKey: id) else { return }
        let oldKeys = NameIndex.keys(of: user)
        change(&user)
        names.replaceKeys(of: id, from: oldKeys, to: NameIndex.keys(of: user))
        users[id] = user
    }

    /// Changes the pending codes and failed attempts of an unknown user, whose name has the hash `key`.
    ///
    /// If too many names are stored, it first removes those without effect, or else an arbitrary one.
    mutating func changeAttemptLimiter(
        ofUnknownUser key: String, at now: Int64, _ change: (inout AttemptLimiter) -> Void
    ) {
        if unknownUserAttempts[key] == nil, unknownUserAttempts.count >= Self.maxUnknownUsers {
            unknownUserAttempts = unknownUserAttempts.filter { $0.value.isActive(at: now) }
            // An attacker cannot choose which entry the hash table has first.
            if unknownUserAttempts.count >= Self.maxUnknownUsers {
                unknownUserAttempts.remove(at: unknownUserAttempts.startIndex)
            }
        }
        change(&unknownUserAttempts[key, default: AttemptLimiter()])
    }

    /// Removes expired entries, once the number of entries has doubled since the last removal.
    mutating func removeExpired(at now: Int64) {
        guard temporaryCount > sweepCount else { return }
        // An expired challenge is kept for a while, so that the client learns that the session has expired.
        challenges = challenges.filter { $0.value.expiresAt + Self.challengeRetention > now }
        refreshTokens = refreshTokens.filter { $0.value.expiresAt > now }
        revokedOrigins = revokedOrigins.filter { $0.value > now }
        sweepCount = max(Self.minSweepCount, 2 * temporaryCount)
    }

    /// The number of challenges, refresh tokens and revoked sign-ins.
    private var temporaryCount: Int { challenges.count + refreshTokens.count + revokedOrigins.count }
}
