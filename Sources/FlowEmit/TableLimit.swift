/// What of a flow outgrew the table format.
package struct TableLimit: Error, Sendable, Hashable {
    /// The things that the format bounds.
    package enum Kind: String, Sendable, CaseIterable {
        /// A flow without a state has nothing to run.
        case noStates = "no-states"
        /// States and blocks of code together.
        case states
        /// Events, with the built-in ones.
        case events
        /// Parameters.
        case slots
        /// The error slots that every flow starts with are not there.
        case errorSlots = "error-slots"
        /// Counters of a session.
        case counters
        /// States of one pattern's automaton.
        case patternStates = "pattern-states"
        /// Classes of bytes of one pattern's automaton.
        case patternClasses = "pattern-classes"
        /// Names of members on the way to one value in a request or a reply.
        case pathLength = "path-length"
        /// A number in the flow, such as a length or a time limit in seconds.
        case number
        /// Bytes of one part of the table, or of all.
        case size
    }

    /// What outgrew the format.
    package let kind: Kind
    /// How much of it the flow has.
    package let count: Int
    /// How much of it the format holds (at least, for `noStates` and `errorSlots`).
    package let maximum: Int
    /// The state of the flow that has it; nil where the flow as a whole does.
    package private(set) var state: Int?

    /// Creates a limit that `count` passes.
    package init(_ kind: Kind, count: Int, maximum: Int) {
        self.kind = kind
        self.count = count
        self.maximum = maximum
    }

    /// The limit as one that a state passes.
    func at(_ state: Int) -> TableLimit {
        var limit = self
        limit.state = state
        return limit
    }
}
