/// A challenge that waits for its answer. Its session names it and is good for one answer that passes.
struct PendingChallenge: Sendable, Codable {
    let kind: ChallengeKind
    let signIn: SignIn
    /// Seconds since 1970.
    let expiresAt: Int64
    /// Wrong answers so far.
    var attempts = 0
}
