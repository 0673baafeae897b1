/// A round of a custom sign-in: what the trigger of the service asks for next, once the rounds before it are passed.
///
/// The transition table knows nothing of rounds: they are the service's half of the flow.
package struct Round: Sendable, Hashable {
    /// What the service calls the round: a challenge, or what a request began the sign-in with.
    package var name: String
    /// How many answers are allowed, from 1 on.
    package var tries: Int
    /// Whether a request sends it, so that nothing is asked and nothing can be wrong. Only the first can be of this kind.
    package var isSent: Bool
    /// Challenges that the service asks for by itself once this round is passed, in the order of its description.
    package var adds: [String]

    /// Creates a round.
    package init(name: String, tries: Int = 1, isSent: Bool = false, adds: [String] = []) {
        self.name = name
        self.tries = tries
        self.isSent = isSent
        self.adds = adds
    }
}
