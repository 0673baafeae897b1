import FlowAnalysis
import FlowAnnotations
import FlowModel
import FlowTable

/// How a flow goes on without the host: from calls, handlers and choices, by everything that the service and handlers can say, and
/// from steps of which the time is over at once. Other steps, and ends, wait for the host.
struct CircleGraph {
    /// A way from one state to another.
    struct Edge {
        let from: StateID
        let to: StateID
        let effects: PathEffects
    }

    /// A step that waits for fewer seconds is no pause: whoever polls a service waits as long if nothing else is said (RFC 8628).
    static let leastPause = 5

    /// The ways.
    private(set) var edges: [Edge] = []
    private let flow: CheckedFlow
    private let annotations: FlowAnnotations
    /// The states that lead to themselves without the host.
    private var isOnCircle: Set<StateID> = []
    /// The steps that do not wait long enough for the host, and can be entered.
    private let hasty: [StateID]

    private static let error: Set<SlotID> = [TableFormat.errorTypeSlot, TableFormat.errorMessageSlot]

    /// The graph of the states of a flow that can be entered, as far as they stand on circles.
    init(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ analyses: AnalysisCache) {
        self.flow = flow
        self.annotations = annotations
        let isReached = analyses.reachable
        hasty = flow.states.indices.filter { isReached[$0] && flow.states[$0].isHasty }
        // Without effects it is known at little cost which states these are: few.
        let blocks = flow.states.indices.map { isReached[$0] ? self.blocks(of: $0) : [] }
        var ways: [(from: Int, to: Int)] = []
        for (index, blocks) in blocks.enumerated() {
            for (_, block) in blocks { addTargets(of: block, from: index, to: &ways) }
        }
        let graph = Digraph(count: flow.states.count, edges: ways)
        for members in graph.components() where graph.isCyclic(members) {
            isOnCircle.formUnion(members)
        }
        for index in flow.states.indices where isOnCircle.contains(index) {
            // The order of what is found is that of the events.
            let sorted = blocks[index].sorted { ($0.event ?? 0) < ($1.event ?? 0) }
            for (event, block) in sorted { walk(block, beginning(event, in: index), from: index) }
        }
    }

    /// What a state does without the host, by event.
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

    /// What is known when a state begins to do something.
    private func beginning(_ event: EventID?, in index: StateID) -> PathEffects {
        let state = flow.states[index]
        switch state.kind {
        case .choice, .end: return PathEffects()
        case .present: return PathEffects(touched: Self.error)
        case .call(let request): return beginning(event, stored: Set(request.reply.outputs.map(\.slot)))
        case .handler(let use): return beginning(event, stored: Set(use.outputs.map(\.slot)))
        }
    }

    private func beginning(_ event: EventID?, stored: Set<SlotID>) -> PathEffects {
        PathEffects(sets: event.map { given($0, stored) } ?? [], touched: Self.error)
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

    /// Whether a state does not wait for the host.
    private func goesOn(_ state: StateID) -> Bool {
        let target = flow.states[state]
        return !(target.isEnd || target.isPresent && !target.isHasty)
    }

    /// Whether an event can come without the host.
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

    /// The values that an event brings which comes without the host. An error is a value, too.
    private func given(_ event: EventID, _ stored: Set<SlotID>) -> Set<SlotID> {
        switch BuiltinEvent(rawValue: event) {
        case .handled, .success, .otherChallenge: stored
        case nil: flow.events[event - CheckedFlow.firstOwnEvent].kind == .challenge ? stored : Self.error
        default: Self.error
        }
    }

    /// Whether a challenge can come that has no event of its own in a state.
    private func takesOthers(_ state: StateID, _ note: RequestNote?) -> Bool {
        guard let challenges = note?.challenges else { return true }
        let named = flow.states[state].transitions.keys.filter { $0 >= CheckedFlow.firstOwnEvent }
            .map { flow.events[$0 - CheckedFlow.firstOwnEvent] }
        return !challenges.allSatisfy { name in named.contains { $0.kind == .challenge && $0.name == name } }
    }

    /// Adds the ways through a block; gives what is known behind it, nothing if it always leaves.
    @discardableResult
    private mutating func walk(_ block: Block, _ start: PathEffects, from: StateID) -> PathEffects? {
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

    private mutating func add(_ from: StateID, _ to: StateID, _ effects: PathEffects) {
        guard goesOn(to), isOnCircle.contains(to) else { return }
        edges.append(Edge(from: from, to: to, effects: effects))
    }
}

extension State {
    /// Whether it is a step that goes on by itself before a host can be expected to say something. A value that limits the time can be
    /// anything.
    fileprivate var isHasty: Bool {
        guard case .present(let presentation) = kind, transitions[BuiltinEvent.timeout.rawValue] != nil else {
            return false
        }
        switch presentation.timeLimit {
        case .seconds(let seconds): return seconds < CircleGraph.leastPause
        case .slot: return true
        case nil: return false
        }
    }
}
