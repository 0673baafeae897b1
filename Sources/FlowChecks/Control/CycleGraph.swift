import FlowAnalysis
import FlowAnnotations
import FlowModel
import FlowTable

/// The control flow between states that needs no input from the host.
///
/// Calls, handlers and choices continue on every event that the service and handlers can send. A step continues if
/// its timeout is too short for the host. Other steps, and ends, wait for the host.
struct CycleGraph {
    /// An edge between two states, with the effects of its path.
    struct Edge {
        let from: StateID
        let to: StateID
        let effects: EffectSummary
    }

    /// A step with a shorter timeout counts as no pause. Clients that poll wait this long by default (RFC 8628).
    static let leastPause = 5

    private(set) var edges: [Edge] = []
    private let flow: CheckedFlow
    private let annotations: FlowAnnotations
    /// The states that can reach themselves without the host.
    private var isOnCycle: Set<StateID> = []
    /// The reachable steps whose timeout is too short for the host.
    private let hasty: [StateID]

    private static let error: Set<SlotID> = [TableFormat.errorTypeSlot, TableFormat.errorMessageSlot]

    /// Builds the graph over the reachable states that lie on cycles.
    init(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ analyses: AnalysisCache) {
        self.flow = flow
        self.annotations = annotations
        let isReached = analyses.reachable
        hasty = flow.states.indices.filter { isReached[$0] && flow.states[$0].isHasty }
        // First find the states on cycles, without effects: that is cheap, and there are few.
        let blocks = flow.states.indices.map { isReached[$0] ? self.blocks(of: $0) : [] }
        var ways: [(from: Int, to: Int)] = []
        for (index, blocks) in blocks.enumerated() {
            for (_, block) in blocks { addTargets(of: block, from: index, to: &ways) }
        }
        let graph = Digraph(count: flow.states.count, edges: ways)
        for members in graph.components() where graph.isCyclic(members) {
            isOnCycle.formUnion(members)
        }
        for index in flow.states.indices where isOnCycle.contains(index) {
            // Findings are reported in the order of events.
            let sorted = blocks[index].sorted { ($0.event ?? 0) < ($1.event ?? 0) }
            for (event, block) in sorted { walk(block, initialEffects(event, in: index), from: index) }
        }
    }

    /// Returns the blocks that a state can run without the host, by event.
    private func blocks(of index: StateID) -> [(event: EventID?, block: Block)] {
        let state = flow.states[index]
        switch state.kind {
        case .end: return []
        case .present:
            guard state.isHasty, let block = state.transitions[BuiltinEvent.timeout.rawValue] else { return [] }
            return [(nil, block)]
        case .choice(let block): return [(nil, block)]
        case .call, .handler:
            return state.transitions.compactMap { comes($0.key, in: index) ? ($0.key, $0.value) : nil }
        }
    }

    /// Returns the effects that an event has on slots before its block runs.
    private func initialEffects(_ event: EventID?, in index: StateID) -> EffectSummary {
        let state = flow.states[index]
        switch state.kind {
        case .choice, .end: return EffectSummary()
        case .present: return EffectSummary(touched: Self.error)
        case .call(let request): return initialEffects(event, stored: Set(request.reply.outputs.map(\.slot)))
        case .handler(let use): return initialEffects(event, stored: Set(use.outputs.map(\.slot)))
        }
    }

    private func initialEffects(_ event: EventID?, stored: Set<SlotID>) -> EffectSummary {
        EffectSummary(sets: event.map { given($0, stored) } ?? [], touched: Self.error)
    }

    private func addTargets(of block: Block, from: StateID, to ways: inout [(from: Int, to: Int)]) {
        block.forEachInstruction { instruction in
            switch instruction {
            case .jump(let target): if goesOn(target) { ways.append((from, target)) }
            case .jumpLast(let otherwise):
                for target in hasty + [otherwise] where goesOn(target) { ways.append((from, target)) }
            default: break
            }
        }
    }

    /// Whether a state continues without the host.
    private func goesOn(_ state: StateID) -> Bool {
        let target = flow.states[state]
        return !(target.isEnd || target.isPresent && !target.isHasty)
    }

    /// Whether an event can occur without the host.
    private func comes(_ event: EventID, in state: StateID) -> Bool {
        let note = annotations.states[state]?.request
        switch BuiltinEvent(rawValue: event) {
        case .start, .submit, .cancel, .back, .timeout: return false
        case .handled, .invalid, .otherError, .otherFailure: return true
        case .success: return note?.canSucceed != false
        case .otherChallenge: return takesOthers(state, note)
        case nil: break
        }
        let own = flow.events[event - CheckedFlow.firstOwnEvent]
        switch own.kind {
        case .command, .deadline: return false
        case .challenge: return note?.challenges?.contains(own.name) != false
        case .error, .failure: return true
        }
    }

    /// Returns the slots that such an event assigns. An error is a value, too.
    private func given(_ event: EventID, _ stored: Set<SlotID>) -> Set<SlotID> {
        switch BuiltinEvent(rawValue: event) {
        case .handled, .success, .otherChallenge: stored
        case nil: flow.events[event - CheckedFlow.firstOwnEvent].kind == .challenge ? stored : Self.error
        default: Self.error
        }
    }

    /// Whether a state can receive a challenge that it does not name.
    private func takesOthers(_ state: StateID, _ note: RequestNote?) -> Bool {
        guard let challenges = note?.challenges else { return true }
        let named = flow.states[state].transitions.keys.filter { $0 >= CheckedFlow.firstOwnEvent }
            .map { flow.events[$0 - CheckedFlow.firstOwnEvent] }
        return !challenges.allSatisfy { name in named.contains { $0.kind == .challenge && $0.name == name } }
    }

    /// Adds the edges of a block. Returns the effects behind it, or nil if every path leaves it.
    @discardableResult
    private mutating func walk(_ block: Block, _ start: EffectSummary, from: StateID) -> EffectSummary? {
        var effects = start
        for instruction in block.instructions {
            switch instruction {
            case .jump(let target):
                add(from, target, effects)
                return nil
            case .jumpLast(let otherwise):
                for target in hasty + [otherwise] { add(from, target, effects) }
                return nil
            case .refuse: return nil
            case .when(let condition, let inner):
                var taken = effects
                taken.assume(condition, true)
                effects.assume(condition, false)
                if let end = walk(inner, taken, from: from) { effects = effects.joined(end) }
            default: effects.apply(instruction)
            }
        }
        return effects
    }

    private mutating func add(_ from: StateID, _ to: StateID, _ effects: EffectSummary) {
        guard goesOn(to), isOnCycle.contains(to) else { return }
        edges.append(Edge(from: from, to: to, effects: effects))
    }
}

extension State {
    /// Whether it is a step whose timeout is too short for the host. A timeout from a value can be of any length.
    fileprivate var isHasty: Bool {
        guard case .present(let presentation) = kind, transitions[BuiltinEvent.timeout.rawValue] != nil else {
            return false
        }
        switch presentation.timeLimit {
        case .seconds(let seconds): return seconds < CycleGraph.leastPause
        case .slot: return true
        case nil: return false
        }
    }
}
