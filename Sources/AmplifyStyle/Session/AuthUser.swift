/// The signed-in user.
public struct AuthUser: Sendable, Equatable {
    /// The username.
    public let username: String
    /// The user's id (`sub`).
    public let userId: String

    /// Creates a user, for example in tests of the app.
    public init(username: String, userId: String) {
        self.username = username
        self.userId = userId
    }
}
