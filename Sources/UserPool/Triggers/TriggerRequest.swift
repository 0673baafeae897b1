/// The input common to all custom sign-in triggers.
public struct TriggerRequest: Sendable {
    /// The username.
    public let username: String
    /// The user's attributes; empty for an unknown user.
    public let userAttributes: [String: String]
    /// The rounds so far, oldest first.
    public let session: [ChallengeRound]
    /// `ClientMetadata` of `RespondToAuthChallenge`; empty during `InitiateAuth`.
    public let clientMetadata: [String: String]
    /// Whether the user does not exist and the app client hides that.
    public let userNotFound: Bool
}
