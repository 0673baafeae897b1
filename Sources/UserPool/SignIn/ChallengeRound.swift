/// One round of a custom sign-in, an entry of `session` in trigger requests.
public struct ChallengeRound: Sendable, Codable, Equatable {
    /// The challenge, such as `SRP_A` or `CUSTOM_CHALLENGE`.
    public let challengeName: String
    /// Whether the user passed the challenge.
    public let challengeResult: Bool
    /// The metadata that `CreateAuthChallenge` set for later rounds.
    public let challengeMetadata: String?

    /// Creates a round.
    public init(challengeName: String, challengeResult: Bool, challengeMetadata: String? = nil) {
        self.challengeName = challengeName
        self.challengeResult = challengeResult
        self.challengeMetadata = challengeMetadata
    }
}
