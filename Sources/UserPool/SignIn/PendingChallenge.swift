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
