/// What a sign-in has shown so far; goes from challenge to challenge.
struct SignIn: Sendable, Codable {
    let clientID: String
    let flow: AuthFlow
    /// Whose it is: the user's `sub`; nil for a user who does not exist and whose challenges are made up.
    let userID: String?
    /// The user's name, which the client is told.
    let username: String
    /// The device that the last request named.
    var deviceKey: String?
    /// The first factor that was shown.
    var firstFactor: FirstFactor?
    /// Whether a second factor was shown, or a device in its place.
    var hasSecondFactor = false
    /// The device that was proved.
    var provedDevice: String?
    /// The rounds of a custom sign-in.
    var rounds: [ChallengeRound] = []

    /// Notes that a challenge was passed, for the triggers of a custom sign-in.
    mutating func note(_ kind: ChallengeKind) {
        guard flow == .custom, kind.isToldToTriggers, let name = kind.name else { return }
        rounds.append(ChallengeRound(challengeName: name, challengeResult: true))
    }
}
