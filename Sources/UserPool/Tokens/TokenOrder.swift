/// What tokens are made of, once all changes of a request are kept.
struct TokenOrder: Sendable {
    let user: PoolUser
    let client: PoolClient
    /// `origin_jti`: the sign-in that the tokens come from.
    let origin: String
    /// `event_id`: the same in both tokens, and after a refresh.
    let event: String
    let authenticatedAt: Int64
    let issuedAt: Int64
    /// The refresh token, where a new one is given.
    var refreshToken: String?
    var deviceKey: String?
    /// A device that can be confirmed.
    var newDevice: PoolDevice?
}
