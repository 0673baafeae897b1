/// A pending custom challenge.
struct CustomChallenge: Sendable, Codable {
    /// The name from `DefineAuthChallenge`.
    let name: String
    /// Parameters that only `VerifyAuthChallengeResponse` receives.
    let privateParameters: [String: String]
    let metadata: String?
}
