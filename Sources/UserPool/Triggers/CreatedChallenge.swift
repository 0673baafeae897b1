/// The result of the trigger `CreateAuthChallenge`.
public struct CreatedChallenge: Sendable, Equatable {
    /// Parameters for the client.
    public var publicParameters: [String: String]
    /// Parameters that only `VerifyAuthChallengeResponse` receives.
    public var privateParameters: [String: String]
    /// Metadata that the triggers receive in later rounds.
    public var metadata: String?
    /// A code that the pool emails to the user with the challenge.
    ///
    /// On Amazon Cognito, the trigger sends it itself.
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
