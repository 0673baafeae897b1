/// A flow after checking: names are resolved to numbers, sub-flows are inlined, and every state has a transition for
/// each event that it accepts.
///
/// It contains no source positions; those are in its annotations. Only lowering creates a checked flow, so its users
/// can rely on it without checking it again.
package struct CheckedFlow: Sendable {
    /// The name of the flow.
    package var name: String
    /// The version that the author gave the flow; empty if there is none.
    package var version: String
    /// The parameters of the flow. The first two hold the type and the message of the pending error.
    package var slots: [Slot]
    /// The names of the counters.
    package var counters: [String]
    /// The events that the flow defines, in the order of ``EventKind``, and by name within a kind.
    package var events: [Event]
    /// The values that the host supplies at the start.
    package var inputs: [Ask]
    /// All states, in the order of ``State/Kind``.
    package var states: [State]
    /// The state before the first start.
    package var initialState: StateID
    /// The patterns of guards and asks, as automata.
    package var patterns: [Pattern]
    /// The class of each error type that has one; `*` stands for all other types.
    package var errorClasses: [(type: String, name: String)]
    /// The number of transitions in the source, for coverage. The annotations contain their source positions.
    package var transitionCount: Int
    /// The nodes in the source, for diagrams. States refer to them by index.
    package var nodes: [Node]
    /// The rounds of the service's trigger, in order; empty if the flow describes none.
    package var rounds: [Round]

    /// Creates a flow from its parts, which only lowering computes.
    package init(
        name: String, version: String, slots: [Slot], counters: [String], events: [Event], inputs: [Ask],
        states: [State], initialState: StateID, patterns: [Pattern], errorClasses: [(type: String, name: String)],
        transitionCount: Int, nodes: [Node], rounds: [Round] = []
    ) {
        self.name = name
        self.version = version
        self.slots = slots
        self.counters = counters
        self.events = events
        self.inputs = inputs
        self.states = states
        self.initialState = initialState
        self.patterns = patterns
        self.errorClasses = errorClasses
        self.transitionCount = transitionCount
        self.nodes = nodes
        self.rounds = rounds
    }
}

/// Number of a state in ``CheckedFlow/states``.
package typealias StateID = Int

/// Number of a slot in ``CheckedFlow/slots``.
package typealias SlotID = Int

/// Number of a counter in ``CheckedFlow/counters``.
package typealias CounterID = Int

/// Number of a pattern in ``CheckedFlow/patterns``.
package typealias PatternID = Int

/// Number of a built-in event, or ``CheckedFlow/firstOwnEvent`` + an index in ``CheckedFlow/events``.
package typealias EventID = Int

/// Number of a transition in the source.
package typealias TransitionID = Int

extension CheckedFlow {
    /// The number of the first event that a flow defines.
    ///
    /// The events below it are built in: start, submit, cancel, back, timeout, handled, success, invalid, other
    /// challenge, other error and other failure.
    package static let firstOwnEvent = 11

    /// The numbers of the transitions that at least one state can take.
    ///
    /// A transition that nearer ones override in every state is not among them.
    package var usedTransitions: Set<TransitionID> {
        var used: Set<TransitionID> = []
        for block in states.flatMap(\.blocks) {
            block.forEachInstruction { if case .mark(let transition) = $0 { used.insert(transition) } }
        }
        return used
    }
}
