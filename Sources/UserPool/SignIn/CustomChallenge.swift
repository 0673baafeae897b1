/// A custom challenge that was put.
struct CustomChallenge: Sendable, Codable {
    /// What DefineAuthChallenge called it.
    let name: String
    /// What only VerifyAuthChallengeResponse sees.
    let privateParameters: [String: String]
    let metadata: String?
}
