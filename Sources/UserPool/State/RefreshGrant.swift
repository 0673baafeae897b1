/// The right to new tokens for a user and an app client, which a refresh token grants.
struct RefreshGrant: Sendable, Codable {
    let userID: String
    let clientID: String
    /// The claim `origin_jti`, which identifies the sign-in that the tokens come from.
    let origin: String
    /// The claim `event_id` of all tokens of the sign-in; nil in older files.
    let event: String?
    /// The time of the sign-in, in seconds since 1970.
    let authenticatedAt: Int64
    let expiresAt: Int64
    let deviceKey: String?
    /// When rotation replaced the token, in seconds since 1970; nil for a current token.
    var replacedAt: Int64?
}
