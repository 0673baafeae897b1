/// The data of the tokens to issue for a sign-in or a refresh.
struct TokenOrder: Sendable {
    let user: PoolUser
    let client: PoolClient
    /// The claim `origin_jti`, which identifies the sign-in that the tokens come from.
    let origin: String
    /// The claim `event_id`, which stays the same after a refresh.
    let event: String
    let authenticatedAt: Int64
    let issuedAt: Int64
    /// The new refresh token; nil if the client keeps its old one.
    var refreshToken: String?
    var deviceKey: String?
    /// The new device, which the client can confirm; nil for a known device.
    var newDevice: PoolDevice?
}
