/// One challenge of a custom sign-in and how it went: an entry of `session` in the triggers' requests.
public struct ChallengeRound: Sendable, Codable, Equatable {
    /// The challenge, such as `SRP_A` or `CUSTOM_CHALLENGE`.
    public let challengeName: String
    /// Whether the user passed it.
    public let challengeResult: Bool
    /// What the trigger CreateAuthChallenge noted for later rounds.
    public let challengeMetadata: String?

    /// Creates a round.
    public init(challengeName: String, challengeResult: Bool, challengeMetadata: String? = nil) {
        self.challengeName = challengeName
        self.challengeResult = challengeResult
        self.challengeMetadata = challengeMetadata
    }
}
