/// The signed-in user.
public struct AuthUser: Sendable, Equatable {
    /// The username.
    public let username: String
    /// The user's id (`sub`).
    public let userId: String

    /// Creates a user.
    public init(username: String, userId: String) {
        self.username = username
        self.userId = userId
    }
}
