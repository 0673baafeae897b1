/// Who is signed in.
public struct AuthUser: Sendable, Equatable {
    /// The account's name.
    public let username: String
    /// The account's id (`sub`).
    public let userId: String

    /// A user.
    public init(username: String, userId: String) {
        self.username = username
        self.userId = userId
    }
}
