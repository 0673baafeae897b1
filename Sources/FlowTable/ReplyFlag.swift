/// Flags of a set of replies.
package enum ReplyFlag {
    /// The set contains success.
    package static let success = 1
    /// The set contains every challenge.
    package static let challenges = 2
    /// The set contains the challenges in the list that follows.
    package static let named = 4
}
