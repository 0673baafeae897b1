/// Flags of an output of a reply or a handler.
package enum OutputFlag {
    /// A reply without it is invalid, a handler without it has failed.
    package static let required = 1
    /// A string follows: a prefix to strip from every item.
    package static let prefix = 2
    /// The replies follow that it is demanded of; else it is demanded of all.
    package static let demand = 4
    /// The only replies follow that it is read from; no other reply has it.
    package static let reading = 8
}
