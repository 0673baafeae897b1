/// The data of a custom challenge that waits for its answer.
struct CustomChallenge: Sendable, Codable {
    /// The name from `DefineAuthChallenge`.
    let name: String
    /// Parameters that only `VerifyAuthChallengeResponse` receives.
    let privateParameters: [String: String]
    /// The metadata that `CreateAuthChallenge` set for later rounds.
    let metadata: String?
}
