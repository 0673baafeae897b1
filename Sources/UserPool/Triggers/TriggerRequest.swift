/// The input common to all custom sign-in triggers.
public struct TriggerRequest: Sendable {
    /// The username.
    public let username: String
    /// The user's attributes; empty for an unknown user.
    public let userAttributes: [String: String]
    /// The rounds so far, oldest first.
    public let session: [ChallengeRound]
    /// `ClientMetadata` of an answer; that of `InitiateAuth` is not passed.
    public let clientMetadata: [String: String]
    /// Whether the user is unknown and the client hides that.
    public let userNotFound: Bool
}
