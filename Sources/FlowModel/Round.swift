/// A round of a custom sign-in: what the service's trigger requires after the previous rounds are passed.
///
/// Rounds are the service's part of the flow, so the transition table does not contain them.
package struct Round: Sendable, Hashable {
    /// The name of the challenge; for the first round, it can also be the word with which a request starts the sign-in.
    package var name: String
    /// The maximum number of answers, which is at least 1.
    package var tries: Int
    /// Whether the request that starts the sign-in passes the round, so that the trigger issues no challenge.
    ///
    /// Only the first round can be of this kind.
    package var isSent: Bool
    /// The challenges that the service itself adds after this round, in the order of the service description.
    package var adds: [String]

    /// Creates a round, by default one that allows a single answer and adds no challenges.
    package init(name: String, tries: Int = 1, isSent: Bool = false, adds: [String] = []) {
        self.name = name
        self.tries = tries
        self.isSent = isSent
        self.adds = adds
    }
}
