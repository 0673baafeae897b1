package import FlowIR

/// A limit of the table format that a flow exceeds.
package struct TableLimit: Error, Sendable, Hashable {
    /// The limits of the format.
    package enum Kind: String, Sendable, CaseIterable {
        /// The flow has no state.
        case noStates = "no-states"
        /// The number of states and blocks of code together.
        case states
        /// The number of events, including the built-in ones.
        case events
        case slots
        /// The flow lacks the two error slots.
        case errorSlots = "error-slots"
        case counters
        /// The number of states of a pattern's automaton.
        case patternStates = "pattern-states"
        /// The number of byte classes of a pattern's automaton.
        case patternClasses = "pattern-classes"
        /// The length of a member's path in a request or a reply.
        case pathLength = "path-length"
        /// A number, such as a length or a timeout in seconds.
        case number
        /// The size of the table or a part of it, in bytes.
        case size
    }

    package let kind: Kind
    /// The flow's count.
    package let count: Int
    /// The format's maximum. For ``Kind/noStates`` and ``Kind/errorSlots``, it is the minimum.
    package let maximum: Int
    /// The state that exceeds the limit, or nil if no single state does.
    package private(set) var state: StateID?

    /// Creates an error without a state.
    package init(_ kind: Kind, count: Int, maximum: Int) {
        self.kind = kind
        self.count = count
        self.maximum = maximum
    }

    /// Returns the same error, attributed to a state.
    func at(state: StateID) -> TableLimit {
        var limit = self
        limit.state = state
        return limit
    }
}
