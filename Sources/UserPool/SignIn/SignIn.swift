/// The progress of a sign-in, passed from challenge to challenge.
struct SignIn: Sendable, Codable {
    let clientID: String
    let flow: AuthFlow
    /// The user's `sub`; nil for an unknown user, whose challenges are fake.
    let userID: String?
    /// The username, which the client receives.
    let username: String
    /// The device named in the last request.
    var deviceKey: String?
    /// The first factor that was verified.
    var firstFactor: FirstFactor?
    /// Whether a second factor, or a device in its place, was verified.
    var hasSecondFactor = false
    /// The device that was verified.
    var provedDevice: String?
    /// The rounds of a custom sign-in.
    var rounds: [ChallengeRound] = []

    /// Adds a round for a passed challenge, if the triggers of a custom sign-in receive one.
    mutating func recordPassedChallenge(_ kind: ChallengeKind) {
        guard flow == .custom, kind.isReportedToTriggers, let name = kind.name else { return }
        rounds.append(ChallengeRound(challengeName: name, challengeResult: true))
    }
}
