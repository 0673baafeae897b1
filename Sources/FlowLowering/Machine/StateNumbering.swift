import FlowDiagnostics
import FlowModel

/// The final numbers of states and events: states kind by kind, in the order of writing within each; events kind by kind, sorted by
/// name.
struct StateNumbering: Sendable {
    /// By state of the draft: its final number.
    let number: [StateID]
    private let order: [StateID]
    private let events: [Event]
    private let eventIDs: [Event: EventID]
    private let symbols: SymbolTable

    /// The numbers for a draft.
    init(_ states: [DraftState], _ symbols: SymbolTable) {
        let kinds = states.map(Self.order)
        order = (0...4).flatMap { kind in kinds.indices.filter { kinds[$0] == kind } }
        var number = [StateID](repeating: 0, count: states.count)
        for (new, old) in order.enumerated() { number[old] = new }
        self.number = number
        var seen: Set<Event> = []
        for state in states {
            for transition in state.transitions { transition.event.own(symbols).map { _ = seen.insert($0) } }
            // Where any challenge is taken, those that cannot follow have to be told from those that nobody described.
            guard case .call(let request) = state.kind, let barred = request.barred.challenges,
                state.transitions.contains(where: { $0.event == .challenge(nil) })
            else { continue }
            for name in barred { seen.insert(Event(kind: .challenge, name: name)) }
        }
        events = seen.sorted { ($0.kind.rawValue, ByteText($0.name)) < ($1.kind.rawValue, ByteText($1.name)) }
        eventIDs = Dictionary(
            uniqueKeysWithValues: events.enumerated().map { ($1, CheckedFlow.firstOwnEvent + $0) })
        self.symbols = symbols
    }

    private static func order(_ state: DraftState) -> Int {
        switch state.kind {
        case .present: 0
        case .call: 1
        case .handler: 2
        case .choice, nil: 3
        case .end: 4
        }
    }

    /// The events of the flow's own, and its states, under final numbers. Each draft is given up as its state is made: there may be many.
    func numbered(_ drafts: consuming [DraftState]) -> (events: [Event], states: [State]) {
        var drafts = drafts
        var states: [State] = []
        states.reserveCapacity(drafts.count)
        for number in order {
            states.append(state(drafts[number]))
            drafts[number].transitions = []
            drafts[number].kind = nil
        }
        return (events, states)
    }

    private func state(_ state: DraftState) -> State {
        var transitions: [EventID: Block] = [:]
        for (key, block) in state.transitions {
            guard let id = key.builtin ?? key.own(symbols).flatMap({ eventIDs[$0] }) else { continue }
            transitions[id] = numbered(block)
        }
        var kind = state.kind ?? .choice(Block([.refuse("incomplete-choice")]))
        if case .choice(let block) = kind { kind = .choice(numbered(block)) }
        return State(name: state.name, node: state.node, kind: kind, transitions: transitions)
    }

    private func numbered(_ block: Block) -> Block {
        Block(
            block.instructions.map { instruction in
                switch instruction {
                case .jump(let state): .jump(number[state])
                case .jumpLast(let state): .jumpLast(otherwise: number[state])
                case .when(let condition, let inner): .when(condition, numbered(inner))
                default: instruction
                }
            })
    }
}
