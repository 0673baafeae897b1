import FlowModel

/// Numbers events and states and makes the checked flow.
struct Finalizer {
    let lowerer: Lowerer
    private var order: [StateID] = []
    /// By state of the lowerer: its final number.
    private(set) var number: [StateID] = []
    private var eventIDs: [Event: EventID] = [:]

    init(_ lowerer: Lowerer) {
        self.lowerer = lowerer
    }

    mutating func flow(
        name: String, version: String, inputs: [Ask], initial: StateID, classes: [(type: String, name: String)],
        rounds: [Round]
    ) -> CheckedFlow {
        numberStates(from: initial)
        let events = numberEvents()
        let states = order.map { renumbered(lowerer.states[$0]) }
        return CheckedFlow(
            name: name, version: version, slots: lowerer.slots, counters: lowerer.counterNames, events: events,
            inputs: inputs, states: states, initialState: number[initial], patterns: lowerer.patterns,
            errorClasses: classes, transitionCount: lowerer.map.transitions.count, nodes: lowerer.nodes,
            rounds: rounds)
    }

    /// Kind by kind, in the order of writing within each.
    private mutating func numberStates(from initial: StateID) {
        let kinds = lowerer.states.map { state in
            switch state.kind {
            case .present: 0
            case .call: 1
            case .handler: 2
            case .choice, nil: 3
            case .end: 4
            }
        }
        order = (0...4).flatMap { kind in kinds.indices.filter { kinds[$0] == kind } }
        number = [StateID](repeating: 0, count: kinds.count)
        for (new, old) in order.enumerated() { number[old] = new }
    }

    private mutating func numberEvents() -> [Event] {
        var seen: Set<Event> = []
        for state in lowerer.states {
            for transition in state.transitions { if let own = transition.event.own { seen.insert(own) } }
        }
        let events = seen.sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
        for (index, event) in events.enumerated() { eventIDs[event] = CheckedFlow.firstOwnEvent + index }
        return events
    }

    private func renumbered(_ state: Lowerer.ProtoState) -> State {
        var transitions: [EventID: Block] = [:]
        for (key, block) in state.transitions {
            guard let id = key.builtin ?? key.own.flatMap({ eventIDs[$0] }) else { continue }
            transitions[id] = renumbered(block)
        }
        var kind = state.kind ?? .choice(Block([.refuse("incomplete-choice")]))
        if case .choice(let block) = kind { kind = .choice(renumbered(block)) }
        return State(name: state.name, node: state.node, kind: kind, transitions: transitions)
    }

    private func renumbered(_ block: Block) -> Block {
        Block(
            block.instructions.map { instruction in
                switch instruction {
                case .jump(let state): .jump(number[state])
                case .jumpLast(let state): .jumpLast(otherwise: number[state])
                case .when(let condition, let inner): .when(condition, renumbered(inner))
                default: instruction
                }
            })
    }
}
