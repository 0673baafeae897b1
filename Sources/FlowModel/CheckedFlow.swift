/// A flow that was checked: everything has a number, every name is resolved, sub-flows are inlined, and every state knows what it
/// does on every event. It holds no places of the source; ``SourceMap`` in the semantic phase keeps those.
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
    /// Number of transitions as written in the source, for coverage; the source map has their places.
    package var transitionCount: Int
    /// The nodes as written, for diagrams: states refer to them by index.
    package var nodes: [Node]

    /// A flow made of its parts, in the order of the members.
    package init(
        name: String, version: String, slots: [Slot], counters: [String], events: [Event], inputs: [Ask],
        states: [State], initialState: StateID, patterns: [Pattern], errorClasses: [(type: String, name: String)],
        transitionCount: Int, nodes: [Node]
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

/// One parameter of a flow.
package struct Slot: Sendable {
    /// Its name; an inlined sub-flow's parameters are prefixed by the use.
    package var name: String
    /// Its type, numbered as in a table: text, secret, digits, choice, list, map, bytes, session, flag.
    package var type: ValueType

    /// A slot.
    package init(name: String, type: ValueType) {
        self.name = name
        self.type = type
    }
}

/// The types of data. The raw values are the language's words.
package enum ValueType: String, Sendable, CaseIterable {
    case text, secret, digits, choice, list, map, bytes, session, flag

    /// Whether values must never be shown undisclosed.
    package var isSecret: Bool { self == .secret || self == .session }
}

/// The kinds of events that a flow has of its own.
package enum EventKind: Int, Sendable, CaseIterable {
    /// A command of the host.
    case command
    /// A challenge of the service.
    case challenge
    /// An error of the service.
    case error
    /// A failure of a handler.
    case failure
}

/// An event of a flow's own.
package struct Event: Sendable, Hashable {
    /// What kind of event it is.
    package var kind: EventKind
    /// Its name, as the host, the service or the handler says it.
    package var name: String

    /// An event.
    package init(kind: EventKind, name: String) {
        self.kind = kind
        self.name = name
    }
}

/// A pattern as a deterministic finite automaton over bytes; state 0 is the start.
package struct Pattern: Sendable, Equatable {
    /// The pattern as written.
    package var source: String
    /// Class of each of the 256 bytes.
    package var classes: [UInt8]
    /// Next state, by state × number of classes + class.
    package var next: [UInt8]
    /// By state: whether a text may end there.
    package var accepts: [Bool]

    /// A pattern.
    package init(source: String, classes: [UInt8], next: [UInt8], accepts: [Bool]) {
        self.source = source
        self.classes = classes
        self.next = next
        self.accepts = accepts
    }
}

/// A node as written in the source.
package struct Node: Sendable {
    /// What it is.
    package enum Kind: String, Sendable {
        case challenge, call, step, choice, use, end
    }

    /// Its identifier, prefixed by the uses that it was inlined by.
    package var id: String
    /// What it is.
    package var kind: Kind

    /// A node.
    package init(id: String, kind: Kind) {
        self.id = id
        self.kind = kind
    }
}
