/// The data of tokens to issue, once all changes are stored.
struct TokenOrder: Sendable {
    let user: PoolUser
    let client: PoolClient
    /// `origin_jti`: identifies the sign-in that the tokens come from.
    let origin: String
    /// `event_id`: the same in both tokens, also after a refresh.
    let event: String
    let authenticatedAt: Int64
    let issuedAt: Int64
    /// The refresh token, if a new one is issued.
    var refreshToken: String?
    var deviceKey: String?
    /// A new device that can be confirmed.
    var newDevice: PoolDevice?
}
