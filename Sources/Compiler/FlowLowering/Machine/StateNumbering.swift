import FlowDiagnostics
import FlowIR
import FlowTable

/// The final numbers of states and events.
///
/// States are ordered by kind, then in the order of the drafts. Events are ordered by kind, then by name.
struct StateNumbering: Sendable {
    /// The final number of each draft.
    let number: Table<State, StateID>
    /// The drafts in the order of their final numbers.
    private let order: [StateID]
    /// The flow's own events.
    let events: [Event]
    private let eventIDs: [Event: EventID]
    private let symbols: SymbolTable

    init(_ states: Table<State, DraftState>, _ symbols: SymbolTable) {
        let kinds = states.mapValues { $0.kind?.stateKind ?? .choice }
        order = StateKind.allCases.flatMap { kind in kinds.indices.filter { kinds[$0] == kind } }
        var number = Table<State, StateID>(repeating: 0, count: states.count)
        for (new, old) in zip(states.indices, order) { number[old] = new }
        self.number = number
        events = Self.flowEvents(in: states, symbols).sorted {
            ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name)
        }
        eventIDs = Dictionary(
            uniqueKeysWithValues: events.enumerated().map { ($1, EventID(own: $0)) })
        self.symbols = symbols
    }

    /// Returns the events that the flow itself defines: of transitions, and of challenges that cannot follow a request.
    private static func flowEvents(in states: Table<State, DraftState>, _ symbols: SymbolTable) -> Set<Event> {
        var events: Set<Event> = []
        for state in states {
            events.formUnion(state.transitions.compactMap { $0.event.flowEvent(symbols) })
            // If a state handles any other challenge, the runtime must still reject challenges that cannot follow.
            guard case .call(let request) = state.kind, let barred = request.barred.challenges,
                state.transitions.contains(where: { $0.event == .challenge(nil) })
            else { continue }
            for name in barred { events.insert(Event(kind: .challenge, name: name)) }
        }
        return events
    }

    /// Returns the states in the order of their final numbers.
    ///
    /// Each draft is released as soon as its state is created, because a flow can have many states.
    func states(from drafts: consuming Table<State, DraftState>) -> Table<State, State> {
        var drafts = drafts
        var states: Table<State, State> = []
        states.reserveCapacity(drafts.count)
        for number in order {
            states.append(numbered(drafts[number]))
            drafts[number].transitions = []
            drafts[number].kind = nil
        }
        return states
    }

    /// Returns a draft as a state with final numbers. A draft without a kind becomes a choice that refuses the event.
    private func numbered(_ draft: DraftState) -> State {
        var transitions = Transitions()
        for (key, block) in draft.transitions {
            // Every key in a draft is an event of the machine, so none is skipped.
            guard let id = key.builtin ?? key.flowEvent(symbols).flatMap({ eventIDs[$0] }) else { continue }
            transitions[id] = block.renumbered(number)
        }
        var kind = draft.kind ?? .choice(Block([.refuse("incomplete-choice")]))
        if case .choice(let block) = kind { kind = .choice(block.renumbered(number)) }
        return State(name: draft.name, node: draft.node, kind: kind, transitions: transitions)
    }
}
