/// Flags of a set of replies.
package enum ReplyFlag {
    /// The set contains success.
    package static let success = 1
    /// The set contains every challenge.
    package static let challenges = 2
    /// The set contains the challenges in the list that follows.
    package static let named = 4
    /// An exclusive upper bound for a set of these flags.
    static let bound = 8
}
