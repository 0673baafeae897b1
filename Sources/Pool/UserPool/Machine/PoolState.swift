import CognitoHandlers
import Crypto

/// The whole state of a pool, as stored in its file.
struct PoolState: Sendable, Codable {
    var accounts = Accounts()
    var sessions = Sessions()
    var grants = TokenGrants()
    var groups: [String: PoolGroup] = [:]
    /// The private key of access tokens in PEM; nil until the pool needs one.
    var signingKey: String?
    /// The private key of ID tokens in PEM; nil until the pool needs one. Older files have only ``signingKey``, which
    /// signed both kinds of token.
    var identitySigningKey: String?
    /// The pool's id; nil in older files. The pool's name in it is part of every password's verifier.
    let poolID: String?
    /// The secret key from which responses for unknown users are derived.
    let disguiseKey: [UInt8]
    /// The number of temporary entries above which expired ones are removed.
    private var sweepCount = Self.minSweepCount

    private enum CodingKeys: String, CodingKey {
        case groups, signingKey, identitySigningKey, poolID, disguiseKey, sweepCount
    }

    /// The lowest value of ``sweepCount``.
    private static let minSweepCount = 1024

    init(poolID: String, disguiseKey: [UInt8]) {
        self.poolID = poolID
        self.disguiseKey = disguiseKey
    }

    /// Decodes a state from one object, which contains the members of all parts.
    init(from decoder: any Decoder) throws {
        accounts = try Accounts(from: decoder)
        sessions = try Sessions(from: decoder)
        grants = try TokenGrants(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        // Older files, and pools without groups, lack this member.
        groups = try members.decodeIfPresent([String: PoolGroup].self, forKey: .groups) ?? [:]
        signingKey = try members.decodeIfPresent(String.self, forKey: .signingKey)
        identitySigningKey = try members.decodeIfPresent(String.self, forKey: .identitySigningKey)
        poolID = try members.decodeIfPresent(String.self, forKey: .poolID)
        disguiseKey = try members.decode([UInt8].self, forKey: .disguiseKey)
        sweepCount = try members.decode(Int.self, forKey: .sweepCount)
    }

    /// Encodes the state as one object, which contains the members of all parts.
    func encode(to encoder: any Encoder) throws {
        try accounts.encode(to: encoder)
        try sessions.encode(to: encoder)
        try grants.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        if !groups.isEmpty { try members.encode(groups, forKey: .groups) }
        try members.encodeIfPresent(signingKey, forKey: .signingKey)
        try members.encodeIfPresent(identitySigningKey, forKey: .identitySigningKey)
        try members.encodeIfPresent(poolID, forKey: .poolID)
        try members.encode(disguiseKey, forKey: .disguiseKey)
        try members.encode(sweepCount, forKey: .sweepCount)
    }

    /// Adds a user, and removes any with the same username or `sub`.
    mutating func insert(_ user: PoolUser) {
        if let namesake = accounts.id(named: user.username) { removeUser(namesake) }
        removeUser(user.id)
        accounts.insert(user)
    }

    /// Removes the user whose `sub` is `id`, with all sessions, tokens and memberships.
    mutating func removeUser(_ id: String) {
        guard accounts.remove(id) else { return }
        sessions.removeAll(of: id)
        grants.removeAll(of: id)
        for (name, group) in groups where group.members.contains(id) { groups[name]?.members.remove(id) }
    }

    /// Removes expired entries once there are more than twice as many entries as after the last removal, and more than
    /// ``minSweepCount``.
    mutating func removeExpired(at now: Int64) {
        guard temporaryCount > sweepCount else { return }
        sessions.removeExpired(at: now)
        grants.removeExpired(at: now)
        sweepCount = max(Self.minSweepCount, 2 * temporaryCount)
    }

    /// The number of sessions, refresh tokens and revoked sign-ins.
    private var temporaryCount: Int { sessions.count + grants.count }

    /// Returns the hash under which a session, a token or a name is stored. The file therefore does not contain the
    /// session or the token itself.
    static func storageKey(of text: String) -> String {
        Hex.text(SHA256.hash(data: Array(text.utf8)))
    }
}

/// A challenge that waits for its answer.
///
/// A session identifies the challenge, and permits one successful answer.
struct PendingChallenge: Sendable, Codable {
    let kind: ChallengeKind
    let signIn: SignIn
    /// The expiry in seconds since 1970.
    let expiresAt: Int64
    /// The number of wrong answers so far.
    var attempts = 0
}

/// The pending challenges by the hash of their session, so that the file does not contain the session itself.
struct Sessions: Sendable, Codable {
    /// The time in seconds for which expired challenges are kept.
    private static let challengeRetention: Int64 = 3600

    private var challenges: [String: PendingChallenge] = [:]

    /// The number of challenges, including expired ones.
    var count: Int { challenges.count }

    /// The challenge that is stored under a key.
    subscript(key: String) -> PendingChallenge? {
        get { challenges[key] }
        set { challenges[key] = newValue }
    }

    /// Returns the unexpired challenge of a session, with its storage key.
    /// - Throws: ``PoolError/invalidSession`` if there is none; ``PoolError/expiredSession`` if it has expired.
    func pending(_ session: String, at now: Int64) throws(PoolError) -> (key: String, challenge: PendingChallenge) {
        let key = PoolState.storageKey(of: session)
        guard let pending = challenges[key] else { throw .invalidSession }
        guard pending.expiresAt > now else { throw .expiredSession }
        return (key, pending)
    }

    /// Returns the storage key of the only unexpired `DEVICE_SRP_AUTH` of a device.
    /// - Returns: nil if the device has none, or several.
    func key(ofDevice device: String, at now: Int64) -> String? {
        let candidates = challenges.filter { _, pending in
            guard case .deviceSRP = pending.kind else { return false }
            return pending.signIn.deviceKey == device && pending.expiresAt > now
        }
        return candidates.count == 1 ? candidates.first?.key : nil
    }

    /// Records a rejected answer, which counts as wrong if `counts` is true. Ends the session once there are `limit`
    /// wrong answers, or if `ends` is true. Does nothing if the session has already ended.
    mutating func recordRejection(_ key: String, counts: Bool, limit: Int, ends: Bool) {
        guard var challenge = challenges[key] else { return }
        if counts { challenge.attempts += 1 }
        let hasNoAttemptsLeft = challenge.attempts >= limit
        challenges[key] = ends || hasNoAttemptsLeft ? nil : challenge
    }

    /// Ends the sessions of the user whose `sub` is `id`.
    mutating func removeAll(of id: String) { challenges = challenges.filter { $0.value.signIn.userID != id } }

    /// Removes challenges that expired an hour ago or earlier. Until then, clients learn that the session has expired.
    mutating func removeExpired(at now: Int64) {
        challenges = challenges.filter { $0.value.expiresAt + Self.challengeRetention > now }
    }
}
