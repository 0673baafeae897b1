/// A set of replies: success, and challenges by name.
package struct Replies: Sendable, Hashable {
    /// Whether the set contains success.
    package var success: Bool
    /// The challenges in the set, or nil for every challenge.
    package var challenges: [String]?

    /// Every reply.
    package static let all = Replies(success: true, challenges: nil)

    /// No reply.
    package static let none = Replies(success: false, challenges: [])

    /// Creates a set of replies. If `challenges` is nil, the set contains every challenge.
    package init(success: Bool, challenges: [String]?) {
        self.success = success
        self.challenges = challenges
    }

    /// Returns whether the set contains a challenge, where nil stands for a challenge that the flow does not name.
    package func contains(challenge: String?) -> Bool {
        guard let challenges else { return true }
        guard let challenge else { return false }
        return challenges.contains { $0.utf8.elementsEqual(challenge.utf8) }
    }

    /// Returns whether at least one reply is in both sets.
    package func overlaps(_ other: Replies) -> Bool {
        if success && other.success { return true }
        guard let challenges, let others = other.challenges else {
            return challenges?.isEmpty != true && other.challenges?.isEmpty != true
        }
        return challenges.contains { other.contains(challenge: $0) } && !others.isEmpty
    }
}
