/// All that a pool knows, as it is kept in a file.
struct PoolState: Sendable, Codable {
    /// By `sub`.
    private(set) var users: [String: PoolUser] = [:]
    /// Not kept in the file: it follows from the users.
    private var names = NameIndex()
    /// Pending challenges by the hash of their session, so that a file does not hold them as they are sent.
    var challenges: [String: PendingChallenge] = [:]
    /// By the hash of the token.
    var refreshTokens: [String: RefreshGrant] = [:]
    /// Sign-ins whose access tokens were revoked, by `origin_jti`, with the time at which the last of them expires.
    var revokedOrigins: [String: Int64] = [:]
    /// What was tried in the name of users who do not exist, by the hash of the name: it looks as if they did.
    private(set) var strangers: [String: AttemptLimiter] = [:]
    /// Groups by name. Files of before have none.
    private var keptGroups: [String: PoolGroup]?
    /// Groups by name.
    var groups: [String: PoolGroup] {
        get { keptGroups ?? [:] }
        set { keptGroups = newValue }
    }
    /// The private key of access tokens, in PEM; made when the first token is.
    var signingKey: String?
    /// The private key of id tokens, in PEM. Files of before have none: there the other key signed both kinds.
    var identitySigningKey: String?
    /// The key that answers about users who do not exist are made from, so that they stay the same.
    let disguiseKey: [UInt8]
    /// How much is kept for a while when the next sweep comes.
    private var sweepCount = 1024

    private enum CodingKeys: String, CodingKey {
        case users, challenges, refreshTokens, revokedOrigins, strangers, signingKey, identitySigningKey, disguiseKey
        case sweepCount
        case keptGroups = "groups"
    }

    /// The maximum number of strangers that are remembered.
    private static let maxStrangers = 4096

    /// Nothing known yet.
    init(disguiseKey: [UInt8]) {
        self.disguiseKey = disguiseKey
    }

    /// The state with all that follows from it, when it was read from a file.
    /// - Returns: nothing if users are not under their own `sub`.
    func indexed() -> PoolState? {
        var state = self
        for (id, user) in users {
            guard id == user.id, state.names.id(named: user.username) == nil else { return nil }
            state.names.insert(user)
        }
        return state
    }

    /// The user whom a name, an alias or a `sub` means.
    func user(_ name: String, aliases: Set<String>) -> PoolUser? {
        if let user = users[name] { return user }
        if let id = names.id(named: name) { return users[id] }
        for alias in aliases.sorted() {
            let owners = users(alias, name).filter { alias == "preferred_username" || $0.isVerified(alias) }
            if let owner = owners.first { return owner }
        }
        return nil
    }

    /// The users who have that value in an attribute, verified or not, the oldest one first.
    func users(_ attribute: String, _ value: String) -> [PoolUser] {
        names.ids(attribute, value).compactMap { users[$0] }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Whether any user has a passkey of that id.
    func hasPasskey(_ id: [UInt8]) -> Bool {
        users.values.contains { $0.passkeys.contains { $0.credentialID == id } }
    }

    /// Adds a user in place of one of the same name.
    mutating func insert(_ user: PoolUser) {
        for old in [names.id(named: user.username), user.id].compactMap({ $0 }) { remove(old) }
        users[user.id] = user
        names.insert(user)
    }

    /// Removes a user with all that is known of them.
    mutating func remove(_ id: String) {
        guard let user = users.removeValue(forKey: id) else { return }
        names.remove(user)
        challenges = challenges.filter { $0.value.signIn.userID != id }
        refreshTokens = refreshTokens.filter { $0.value.userID != id }
        for (name, group) in groups where group.members.contains(id) { groups[name]?.members.remove(id) }
    }

    /// Changes a user, if there is one of that `sub`.
    mutating func change(_ id: String, _ change: (inout PoolUser) -> Void) {
        guard var user = users.removeValue(forKey: id) else { return }
        let entries = NameIndex.entries(of: user)
        change(&user)
        names.move(id, from: entries, to: NameIndex.entries(of: user))
        users[id] = user
    }

    /// Changes what was tried in the name of a user who does not exist; `key` is the hash of the name.
    mutating func changeStranger(_ key: String, at now: Int64, _ change: (inout AttemptLimiter) -> Void) {
        if strangers[key] == nil, strangers.count >= Self.maxStrangers {
            strangers = strangers.filter { $0.value.isOfUse(at: now) }
            // Any one of them; which one it is nobody outside can choose.
            if strangers.count >= Self.maxStrangers { strangers.remove(at: strangers.startIndex) }
        }
        change(&strangers[key, default: AttemptLimiter()])
    }

    /// Forgets what can no longer be used, now and then.
    mutating func sweep(at now: Int64) {
        guard temporaryCount > sweepCount else { return }
        // What expired lately is still told from what never was.
        challenges = challenges.filter { $0.value.expiresAt + 3600 > now }
        refreshTokens = refreshTokens.filter { $0.value.expiresAt > now }
        revokedOrigins = revokedOrigins.filter { $0.value > now }
        sweepCount = max(1024, 2 * temporaryCount)
    }

    private var temporaryCount: Int { challenges.count + refreshTokens.count + revokedOrigins.count }
}
