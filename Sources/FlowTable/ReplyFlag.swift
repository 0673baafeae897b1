/// Flags of a set of replies.
package enum ReplyFlag {
    /// Success is one of them.
    package static let success = 1
    /// Every challenge is one of them.
    package static let challenges = 2
    /// A list of the challenges that are follows.
    package static let named = 4
}
