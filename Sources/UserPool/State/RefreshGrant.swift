/// What a refresh token stands for.
struct RefreshGrant: Sendable, Codable {
    let userID: String
    let clientID: String
    /// Names the sign-in that all its tokens come from: `origin_jti`.
    let origin: String
    /// Names the sign-in in every token of it: `event_id`. Older files have none.
    let event: String?
    /// When the user signed in, in seconds since 1970.
    let authenticatedAt: Int64
    let expiresAt: Int64
    let deviceKey: String?
    /// When a rotated token was replaced.
    var replacedAt: Int64?
}
