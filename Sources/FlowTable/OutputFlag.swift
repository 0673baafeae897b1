/// Flags of an output of a reply or a handler.
package enum OutputFlag {
    /// A reply without the output is invalid; a handler without it has failed.
    package static let required = 1
    /// A string follows: a prefix to strip from every item.
    package static let prefix = 2
    /// A set of replies follows in which the output is required. Without the flag it is required in all.
    package static let demand = 4
    /// A set of replies follows from which the output is read. No other reply has it.
    package static let reading = 8
}
