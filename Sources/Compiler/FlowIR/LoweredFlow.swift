package import FlowDiagnostics
package import FlowTable

/// A flow after lowering.
///
/// Names are resolved to ids, sub-flows are inlined, and every state has a transition for each event that it accepts.
/// Names and types are correct if lowering reported no error. The checks, which run on this form, prove the rest.
/// Source positions are in the annotations.
package struct LoweredFlow: Sendable {
    package var name: String
    /// The version that the author gave the flow; empty if there is none.
    package var version: String
    /// The slots of the flow's values. The first two hold the type and the message of the pending error.
    package var slots: Table<Slot, Slot>
    package var counters: Table<Counter, String>
    /// The events that the flow defines, in the order of ``EventKind``, and by name within a kind.
    package var events: [Event]
    /// The values that the host supplies at the start.
    package var inputs: [Ask]
    /// All states, in the order of ``StateKind``.
    package var states: Table<State, State>
    /// The state before the first start.
    package var initialState: StateID
    /// The patterns of guards and asks, as automata.
    package var patterns: Table<Pattern, Pattern>
    /// The class of each error type that has one; `*` stands for all other types.
    package var errorClasses: [(type: ByteString, name: ByteString)]
    /// The number of transitions in the source, for coverage. The annotations contain their source positions.
    package var transitionCount: Int
    /// The nodes in the source. Each state has the id of its node.
    package var nodes: Table<Node, Node>
    /// The rounds of the service's trigger, in order; empty if the flow describes none.
    package var rounds: [Round]

    /// Creates a flow from its parts, which only lowering computes.
    package init(
        name: String, version: String, slots: Table<Slot, Slot>, counters: Table<Counter, String>, events: [Event],
        inputs: [Ask], states: Table<State, State>, initialState: StateID, patterns: Table<Pattern, Pattern>,
        errorClasses: [(type: ByteString, name: ByteString)], transitionCount: Int, nodes: Table<Node, Node>,
        rounds: [Round] = []
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

    /// Returns an event that the flow defines, or nil for a built-in event.
    package func ownEvent(_ event: EventID) -> Event? { event.builtin == nil ? events[event.ownIndex] : nil }

    /// Returns the names of the flow's events of one kind for which a state has a transition of its own.
    package func names(of kind: EventKind, acceptedBy state: State) -> [ByteString] {
        state.transitions.events.compactMap(ownEvent).filter { $0.kind == kind }.map(\.name)
    }

    /// The ids of the transitions that at least one state can take.
    ///
    /// A transition that inner scopes override in every state is not among them.
    package var usedTransitions: Set<TransitionID> {
        var used: Set<TransitionID> = []
        for block in states.flatMap(\.blocks) {
            block.forEachInstruction { if case .mark(let transition) = $0 { used.insert(transition) } }
        }
        return used
    }
}

/// A place that holds a value of a flow.
package struct Slot: Sendable {
    /// The name of the value. In an inlined sub-flow, the names of the uses come before it.
    package var name: String
    /// The type of the value.
    package var type: SlotType

    package init(name: String, type: SlotType) {
        self.name = name
        self.type = type
    }

    /// The request key whose value the compiler chooses among guarded `send`s, or whose sending it records, in this slot;
    /// nil for any other slot.
    package var sentKey: String? {
        // Only slots of the compiler have names with this character. Those of deadlines hold instants.
        guard type != .instant, let end = name.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
        let key = name[..<end]
        return String(key.hasPrefix("sent ") ? key.dropFirst("sent ".count) : key)
    }

    /// The name by which an author knows the value.
    package var authorName: String { sentKey ?? name }
}

/// A node in the source.
package struct Node: Sendable {
    /// The kinds of nodes.
    package enum Kind: String, Sendable {
        case challenge, call, step, choice, use, end
    }

    /// The node's identifier, after the names of the uses that inline it.
    package var id: String
    package var kind: Kind

    package init(id: String, kind: Kind) {
        self.id = id
        self.kind = kind
    }
}

/// A pattern as a deterministic finite automaton over bytes. State 0 is the start.
package struct Pattern: Sendable, Equatable {
    /// The pattern as the author wrote it.
    package var source: String
    /// The class of each of the 256 bytes.
    package var classes: [UInt8]
    /// The next state. The index is the state times the number of classes, plus the class.
    package var next: [UInt8]
    /// By state: whether it accepts.
    package var accepts: [Bool]

    /// Creates a pattern from its source and its minimal automaton.
    package init(source: String, classes: [UInt8], next: [UInt8], accepts: [Bool]) {
        self.source = source
        self.classes = classes
        self.next = next
        self.accepts = accepts
    }
}

/// A round of a custom sign-in: what the service's trigger requires after the previous rounds are passed.
///
/// Rounds are the service's part of the flow, so the transition table does not contain them.
package struct Round: Sendable, Hashable {
    /// The name of the challenge, or the word with which a request starts the sign-in if ``isSent`` is true.
    package var name: ByteString
    /// The maximum number of answers, which is at least 1.
    package var tries: Int
    /// Whether the request that starts the sign-in passes the round, so that the trigger issues no challenge.
    ///
    /// Only the first round can be of this kind.
    package var isSent: Bool
    /// The challenges that the service itself adds after this round, in the order of the service description.
    package var adds: [ByteString]

    /// Creates a round, by default one that allows a single answer and adds no challenges.
    package init(name: ByteString, tries: Int = 1, isSent: Bool = false, adds: [ByteString] = []) {
        self.name = name
        self.tries = tries
        self.isSent = isSent
        self.adds = adds
    }
}

extension LoweredFlow {
    /// Returns the flow with some inputs of requests and handlers marked as secret, unless their slots have secret types.
    ///
    /// `inputs` contains the positions of these inputs, by state.
    package func hiding(_ inputs: [StateID: [Int]]) -> LoweredFlow {
        var flow = self
        for (state, positions) in inputs { flow.states[state].kind = flow.hiding(positions, in: states[state].kind) }
        return flow
    }

    /// Returns a state's kind with the inputs at `positions` marked as secret, unless the types of their slots are.
    private func hiding(_ positions: [Int], in kind: State.Kind) -> State.Kind {
        switch kind {
        case .call(var request):
            for position in positions where !saysSecret(request.inputs[position].source) {
                request.inputs[position].isSecret = true
            }
            return .call(request)
        case .handler(var use):
            for position in positions where !saysSecret(use.inputs[position].source) {
                use.inputs[position].isSecret = true
            }
            return .handler(use)
        case .present, .choice, .end: return kind
        }
    }

    /// Returns whether the types of all slots that a source reads are secret; false for a literal.
    package func saysSecret(_ source: Source) -> Bool {
        guard case .slot = source.origin else { return false }
        return source.slots.allSatisfy { slots[$0].type.isSecret }
    }
}

/// An event that a flow defines.
package struct Event: Sendable, Hashable {
    package var kind: EventKind
    /// The name that the host, the service or the handler uses.
    package var name: ByteString

    package init(kind: EventKind, name: ByteString) {
        self.kind = kind
        self.name = name
    }
}

/// The kinds of events that a flow defines.
package enum EventKind: Int, Sendable, CaseIterable {
    case command
    /// A deadline over several steps has expired. The event has the name of the slot that holds the deadline's end.
    case deadline
    case challenge
    case error
    case failure
}
