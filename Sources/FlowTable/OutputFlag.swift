/// Flags of an output of a reply or a handler.
package enum OutputFlag {
    /// The output is required: a reply without it is invalid, and a handler's result without it is a failure.
    package static let required = 1
    /// A string follows: a prefix to strip from every item.
    package static let prefix = 2
    /// A set of replies follows: those that must contain the output. Without this flag, ``required`` applies to all
    /// replies.
    package static let demand = 4
    /// A set of replies follows: those that the output is read from. Without this flag, it is read from all replies.
    package static let reading = 8
    /// An exclusive upper bound for a set of these flags.
    static let bound = 16
}
