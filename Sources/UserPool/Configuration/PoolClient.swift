/// An app client of a pool.
public struct PoolClient: Sendable, Equatable {
    /// Its id.
    public var id: String
    /// Its secret, if it has one; then every request proves it.
    public var secret: String?
    /// How sign-ins may begin.
    public var authFlows = Set(AuthFlow.allCases)
    /// Whether an unknown user is told from a wrong password by nothing (PreventUserExistenceErrors).
    public var hidesUserExistence = true
    /// Minutes that a session stands between two requests, 3 to 15.
    public var sessionMinutes = 3
    /// Minutes that access and id tokens are good for.
    public var tokenMinutes = 60
    /// Days that a refresh token is good for.
    public var refreshTokenDays = 30
    /// Whether a refresh token is good for one refresh, which then gives the next one.
    public var rotatesRefreshTokens = false
    /// Seconds that a refresh token which was replaced is taken again.
    public var rotationGraceSeconds = 0

    /// A client with the defaults: every flow, no secret.
    public init(id: String = "app-client", secret: String? = nil) {
        self.id = id
        self.secret = secret
    }
}
