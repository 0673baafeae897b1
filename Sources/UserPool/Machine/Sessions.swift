/// A challenge that waits for its answer.
///
/// Its session identifies it and permits one successful answer.
struct PendingChallenge: Sendable, Codable {
    let kind: ChallengeKind
    let signIn: SignIn
    /// The expiry in seconds since 1970.
    let expiresAt: Int64
    /// The number of wrong answers so far.
    var attempts = 0
}

/// The pending challenges by the hash of their session, so that the file contains no usable session.
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

    /// Counts a wrong answer, and ends the session once there are `limit` of them, or if `ends` is true.
    mutating func recordRejection(_ key: String, counts: Bool, limit: Int, ends: Bool) {
        guard var challenge = challenges[key] else { return }
        if counts { challenge.attempts += 1 }
        let hasNoAttemptsLeft = challenge.attempts >= limit
        challenges[key] = ends || hasNoAttemptsLeft ? nil : challenge
    }

    /// Ends the sessions of the user whose `sub` is `id`.
    mutating func removeAll(of id: String) { challenges = challenges.filter { $0.value.signIn.userID != id } }

    /// Removes expired challenges. Each is kept for a while, so that the client learns that the session has expired.
    mutating func removeExpired(at now: Int64) {
        challenges = challenges.filter { $0.value.expiresAt + Self.challengeRetention > now }
    }
}
