/// A limit of the table format that a flow exceeds.
package struct TableLimit: Error, Sendable, Hashable {
    /// The limits of the format.
    package enum Kind: String, Sendable, CaseIterable {
        /// The flow has no state.
        case noStates = "no-states"
        /// States and blocks of code together.
        case states
        /// Events, with the built-in ones.
        case events
        /// Parameters.
        case slots
        /// The error slots of every flow are missing.
        case errorSlots = "error-slots"
        /// Counters of a session.
        case counters
        /// States of one pattern's automaton.
        case patternStates = "pattern-states"
        /// Byte classes of one pattern's automaton.
        case patternClasses = "pattern-classes"
        /// The length of a member's path in a request or a reply.
        case pathLength = "path-length"
        /// A number, such as a length or a timeout in seconds.
        case number
        /// The size of the table or a part of it, in bytes.
        case size
    }

    /// The exceeded limit.
    package let kind: Kind
    /// The flow's count.
    package let count: Int
    /// The maximum (for `noStates` and `errorSlots` the minimum).
    package let maximum: Int
    /// The state that exceeds the limit; nil if the whole flow does.
    package private(set) var state: Int?

    /// Creates a limit that `count` exceeds.
    package init(_ kind: Kind, count: Int, maximum: Int) {
        self.kind = kind
        self.count = count
        self.maximum = maximum
    }

    /// The same limit for a state.
    func at(_ state: Int) -> TableLimit {
        var limit = self
        limit.state = state
        return limit
    }
}
