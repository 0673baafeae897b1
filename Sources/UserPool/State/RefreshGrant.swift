/// The grant of a refresh token.
struct RefreshGrant: Sendable, Codable {
    let userID: String
    let clientID: String
    /// Identifies the sign-in that issued the tokens: `origin_jti`.
    let origin: String
    /// Identifies the sign-in in all its tokens: `event_id`. Nil in older files.
    let event: String?
    /// The time of the sign-in, in seconds since 1970.
    let authenticatedAt: Int64
    let expiresAt: Int64
    let deviceKey: String?
    /// When a rotated token was replaced.
    var replacedAt: Int64?
}
