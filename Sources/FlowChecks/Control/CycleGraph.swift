import FlowAnalysis
import FlowIR
import FlowTable

/// The part of the control flow graph that needs no input from the host.
///
/// Calls, handlers and choices continue on every event that the service and handlers can send. A step continues if
/// its timeout is too short for the host. Other steps, and ends, wait for the host.
struct CycleGraph {
    /// An edge between two states, with the effects of the path through the block.
    struct Edge {
        let from: StateID
        let to: StateID
        let effects: EffectSummary
    }

    /// The shortest timeout, in seconds, that counts as waiting. This is the default polling interval of RFC 8628.
    static let minPause = 5

    /// The edges between the states on cycles.
    private(set) var edges: [Edge] = []
    private let flow: CheckedFlow
    private let annotations: FlowAnnotations
    /// The states on cycles that need no host.
    private var statesOnCycles: Set<StateID> = []
    /// The reachable steps whose timeout is too short for the host.
    private let shortTimeoutSteps: [StateID]

    /// The slots of the pending error.
    private static let errorSlots = Set(ErrorSlot.all)

    /// Builds the graph of the reachable states that lie on cycles.
    init(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ analyses: AnalysisCache) {
        self.flow = flow
        self.annotations = annotations
        let isReached = analyses.reachable
        shortTimeoutSteps = flow.states.indices.filter { isReached[$0] && flow.states[$0].hasShortTimeout }
        // Find the states on cycles first. Few states are, so this saves most of the work for effects.
        let blocksByState = flow.states.indices.map { isReached[$0] ? blocks(of: $0) : [] }
        var jumps: [(from: Int, to: Int)] = []
        for (index, stateBlocks) in blocksByState.enumerated() {
            for (_, block) in stateBlocks { addJumps(in: block, from: index, to: &jumps) }
        }
        let graph = Digraph(count: flow.states.count, edges: jumps)
        for members in graph.stronglyConnectedComponents() where graph.isCyclic(members) {
            statesOnCycles.formUnion(members)
        }
        for index in flow.states.indices where statesOnCycles.contains(index) {
            // Findings are reported in the order of events.
            for (event, block) in blocksByState[index] {
                addEdges(of: block, initialEffects(of: event, in: index), from: index)
            }
        }
    }

    /// Returns the blocks that a state can execute without the host, each with its event.
    ///
    /// The event is nil for a choice and for a timeout.
    private func blocks(of index: StateID) -> [(event: EventID?, block: Block)] {
        let state = flow.states[index]
        switch state.kind {
        case .end: return []
        case .present:
            guard state.hasShortTimeout, let block = state.transitions[.timeout] else { return [] }
            return [(nil, block)]
        case .choice(let block): return [(nil, block)]
        case .call, .handler:
            return state.transitions.filter { canOccurWithoutHost($0.event, in: index) }.map { ($0.event, $0.block) }
        }
    }

    /// Returns the effects that an event has on slots before its block runs.
    ///
    /// The event is nil for a choice and for a timeout.
    private func initialEffects(of event: EventID?, in index: StateID) -> EffectSummary {
        let state = flow.states[index]
        switch state.kind {
        case .choice, .end: return EffectSummary()
        case .present: return EffectSummary(touched: Self.errorSlots)
        case .call(let request): return initialEffects(of: event, outputs: Set(request.reply.outputs.map(\.slot)))
        case .handler(let use): return initialEffects(of: event, outputs: Set(use.outputs.map(\.slot)))
        }
    }

    /// Returns the effects that an event of a call or a handler has before its block runs.
    private func initialEffects(of event: EventID?, outputs: Set<SlotID>) -> EffectSummary {
        EffectSummary(sets: event.map { slotsAssigned(by: $0, outputs) } ?? [], touched: Self.errorSlots)
    }

    /// Adds the jumps in a block of a state that lead to states which continue without the host.
    private func addJumps(in block: Block, from: StateID, to jumps: inout [(from: Int, to: Int)]) {
        block.forEachInstruction { instruction in
            switch instruction {
            case .jump(let target): if continuesWithoutHost(target) { jumps.append((from, target)) }
            case .jumpLast(let otherwise):
                for target in shortTimeoutSteps + [otherwise] where continuesWithoutHost(target) {
                    jumps.append((from, target))
                }
            default: break
            }
        }
    }

    /// Whether a state continues without the host.
    private func continuesWithoutHost(_ state: StateID) -> Bool {
        let target = flow.states[state]
        return !target.isEnd && (!target.isPresent || target.hasShortTimeout)
    }

    /// Whether an event of a call or a handler can occur without the host.
    private func canOccurWithoutHost(_ event: EventID, in state: StateID) -> Bool {
        let note = annotations.states[state]?.request
        switch event.builtin {
        case .start, .submit, .cancel, .back, .timeout: return false
        case .handled, .invalid, .otherError, .otherFailure: return true
        case .success: return note?.canSucceed != false
        case .otherChallenge: return canReceiveUnnamedChallenge(state, note)
        case nil: break
        }
        let own = flow.events[event.ownIndex]
        switch own.kind {
        case .command, .deadline: return false
        case .challenge: return note?.challenges?.contains(own.name) != false
        case .error, .failure: return true
        }
    }

    /// Returns the slots that an event of a call or a handler assigns, which are its outputs or the pending error.
    private func slotsAssigned(by event: EventID, _ outputs: Set<SlotID>) -> Set<SlotID> {
        switch event.builtin {
        case .handled, .success, .otherChallenge: outputs
        case nil: flow.definition(of: event)?.kind == .challenge ? outputs : Self.errorSlots
        default: Self.errorSlots
        }
    }

    /// Whether the service can reply with a challenge that the state does not name.
    private func canReceiveUnnamedChallenge(_ state: StateID, _ note: RequestNote?) -> Bool {
        guard let challenges = note?.challenges else { return true }
        let named = flow.states[state].transitions.events.compactMap(flow.definition(of:))
        return !challenges.allSatisfy { name in named.contains { $0.kind == .challenge && $0.name == name } }
    }

    /// Adds the edges for the jumps in a block, given the effects before it.
    ///
    /// Returns the effects at the end of the block, or nil if every path leaves it.
    @discardableResult
    private mutating func addEdges(of block: Block, _ initial: EffectSummary, from: StateID) -> EffectSummary? {
        var effects = initial
        for instruction in block.instructions {
            switch instruction {
            case .jump(let target):
                addEdge(from: from, to: target, effects)
                return nil
            case .jumpLast(let otherwise):
                for target in shortTimeoutSteps + [otherwise] { addEdge(from: from, to: target, effects) }
                return nil
            case .refuse: return nil
            case .when(let condition, let inner):
                var taken = effects
                taken.assume(condition, true)
                effects.assume(condition, false)
                if let end = addEdges(of: inner, taken, from: from) { effects = effects.joined(with: end) }
            default: effects.apply(instruction)
            }
        }
        return effects
    }

    /// Adds an edge, unless it leads to a state that is not on a cycle or waits for the host.
    private mutating func addEdge(from: StateID, to: StateID, _ effects: EffectSummary) {
        guard continuesWithoutHost(to), statesOnCycles.contains(to) else { return }
        edges.append(Edge(from: from, to: to, effects: effects))
    }
}

extension State {
    /// Whether the state is a step whose timeout can be too short for the host.
    ///
    /// A timeout that is the value of a slot can have any length.
    fileprivate var hasShortTimeout: Bool {
        guard case .present(let presentation) = kind, transitions[.timeout] != nil else {
            return false
        }
        switch presentation.timeLimit {
        case .seconds(let seconds): return seconds < CycleGraph.minPause
        case .slot: return true
        case nil: return false
        }
    }
}
