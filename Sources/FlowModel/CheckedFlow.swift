/// A flow that was checked: everything has a number, every name is resolved, sub-flows are inlined, and every state knows what it
/// does on every event. It holds no places of the source: its annotations do.
///
/// The package's checks are its only makers; whoever has one may trust it.
package struct CheckedFlow: Sendable {
    /// The name of the flow.
    package var name: String
    /// The version that its author gave; empty if none.
    package var version: String
    /// The data of the flow. The first two are type and message of the pending error.
    package var slots: [Slot]
    /// Names of the counters.
    package var counters: [String]
    /// The events of the flow's own, kind by kind in the order of ``EventKind``, each kind sorted by name.
    package var events: [Event]
    /// What the host gives at the start.
    package var inputs: [Ask]
    /// All states, kind by kind in the order of ``State/Kind``.
    package var states: [State]
    /// The state before the first start.
    package var initialState: StateID
    /// Patterns of guards and asks, as automata.
    package var patterns: [Pattern]
    /// Class of each error type that was given one; `*` stands for all others.
    package var errorClasses: [(type: String, name: String)]
    /// Number of transitions as written in the source, for coverage; the annotations have their places.
    package var transitionCount: Int
    /// The nodes as written, for diagrams: states refer to them by index.
    package var nodes: [Node]
    /// The rounds of the service's trigger, in their order; empty where the flow describes none.
    package var rounds: [Round]

    /// A flow made of its parts, in the order of the members.
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

/// Number of an event: a built-in one below ``CheckedFlow/firstOwnEvent``, else that plus an index of ``CheckedFlow/events``.
package typealias EventID = Int

/// Number of a transition as written in the source.
package typealias TransitionID = Int

extension CheckedFlow {
    /// Events below this number are built in: start, submit, cancel, back, timeout, handled, success, invalid, other challenge,
    /// other error, other failure, in this order.
    package static let firstOwnEvent = 11
}
