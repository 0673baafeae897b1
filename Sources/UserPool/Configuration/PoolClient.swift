/// An app client of a pool.
public struct PoolClient: Sendable, Equatable {
    /// The app client's id.
    public var id: String
    /// The app client's secret, if any, which every request must then prove.
    public var secret: String?
    /// The permitted authentication flows.
    public var authFlows = Set(AuthFlow.allCases)
    /// Whether responses hide whether a user exists (`PreventUserExistenceErrors`).
    public var hidesUserExistence = true
    /// The validity of a session in minutes, 3 to 15.
    public var sessionMinutes = 3
    /// The validity of access and ID tokens in minutes.
    public var tokenMinutes = 60
    /// The validity of refresh tokens in days.
    public var refreshTokenDays = 30
    /// Whether each refresh replaces the refresh token.
    public var rotatesRefreshTokens = false
    /// The time in seconds during which a replaced refresh token remains valid.
    public var rotationGraceSeconds = 0

    /// The validity of a session in seconds.
    var sessionSeconds: Int64 { Int64(sessionMinutes) * 60 }
    /// The validity of access and ID tokens in seconds.
    var tokenSeconds: Int64 { Int64(tokenMinutes) * 60 }
    /// The validity of refresh tokens in seconds.
    var refreshTokenSeconds: Int64 { Int64(refreshTokenDays) * 86_400 }

    /// Creates a client that permits every flow; without a secret unless `secret` is given.
    public init(id: String = "app-client", secret: String? = nil) {
        self.id = id
        self.secret = secret
    }
}
