/// A set of replies: success, and challenges by name.
package struct Replies: Sendable, Hashable {
    /// Whether success is one of them.
    package var success: Bool
    /// The challenges among them; nothing for every challenge.
    package var challenges: [String]?

    /// Every reply.
    package static let all = Replies(success: true, challenges: nil)

    /// No reply.
    package static let none = Replies(success: false, challenges: [])

    /// A set of replies.
    package init(success: Bool, challenges: [String]?) {
        self.success = success
        self.challenges = challenges
    }

    /// Whether a challenge is one of them; `nil` stands for one that the flow does not name.
    package func contains(challenge: String?) -> Bool {
        guard let challenges else { return true }
        guard let challenge else { return false }
        return challenges.contains { $0.utf8.elementsEqual(challenge.utf8) }
    }

    /// Whether some reply is in both sets.
    package func overlaps(_ other: Replies) -> Bool {
        if success && other.success { return true }
        guard let challenges, let others = other.challenges else {
            return challenges?.isEmpty != true && other.challenges?.isEmpty != true
        }
        return challenges.contains { other.contains(challenge: $0) } && !others.isEmpty
    }
}
