/// What the triggers of a custom sign-in are told in common.
public struct TriggerRequest: Sendable {
    /// The user's name.
    public let username: String
    /// The user's attributes; none for a user who does not exist.
    public let userAttributes: [String: String]
    /// The challenges so far, the first one first.
    public let session: [ChallengeRound]
    /// ClientMetadata of an answer; that of InitiateAuth is not passed.
    public let clientMetadata: [String: String]
    /// Whether there is no such user, and the client hides that.
    public let userNotFound: Bool
}
