/// What CreateAuthChallenge makes.
public struct CreatedChallenge: Sendable, Equatable {
    /// What the client is told.
    public var publicParameters: [String: String]
    /// What only VerifyAuthChallengeResponse is told.
    public var privateParameters: [String: String]
    /// A note for later rounds.
    public var metadata: String?
    /// A code that the pool sends to the user's email address along with the challenge; a real trigger would send it
    /// itself.
    public var message: String?

    /// Creates a challenge.
    public init(
        publicParameters: [String: String] = [:], privateParameters: [String: String] = [:], metadata: String? = nil,
        message: String? = nil
    ) {
        self.publicParameters = publicParameters
        self.privateParameters = privateParameters
        self.metadata = metadata
        self.message = message
    }
}
