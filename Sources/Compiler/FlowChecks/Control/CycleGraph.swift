import FlowAnalysis
import FlowDiagnostics
import FlowIR
import FlowTable

/// The part of the control flow graph that needs no input from the host.
///
/// Calls, handlers and choices continue on every event that the service and handlers can send. A step continues if one
/// of its time limits is too short for the host. Other steps, and ends, wait for the host.
struct CycleGraph {
    /// An edge between two states, with the effects of the path through the block.
    struct Edge {
        let from: StateID
        let to: StateID
        let effects: EffectSummary
    }

    /// The shortest time limit, in seconds, that counts as waiting. This is the default polling interval of RFC 8628.
    static let minPause = 5

    /// The edges between the states on cycles.
    private(set) var edges: [Edge] = []
    private let flow: LoweredFlow
    private let annotations: FlowAnnotations
    /// The states on cycles that need no host.
    private var statesOnCycles: Set<StateID> = []
    /// The time limits that are too short for the host.
    private let shortLimits: ShortLimits
    /// The reachable steps with such a limit.
    private let shortSteps: [StateID]

    /// Builds the graph of the reachable states that lie on cycles.
    init(_ flow: LoweredFlow, _ annotations: FlowAnnotations, _ analyses: AnalysisCache) {
        self.flow = flow
        self.annotations = annotations
        let isReached = analyses.reachable
        let shortLimits = ShortLimits(flow, annotations)
        self.shortLimits = shortLimits
        shortSteps = flow.states.indices.filter { isReached[$0] && shortLimits.apply(to: flow.states[$0]) }
        let transitions = Table<State, [ControlFlow.Transition]>(
            analyses.controlFlow.transitions.indexed().map { state, list in
                isReached[state] ? list.filter { isAutomatic($0, in: state) } : []
            })
        // Few states are on cycles, so finding them first saves most of the work for effects.
        statesOnCycles = cyclicStates(of: transitions)
        for index in flow.states.indices where statesOnCycles.contains(index) {
            for transition in transitions[index] {
                addEdges(of: transition.block, EffectSummary(transition), from: index)
            }
        }
    }

    /// Returns the states on cycles of some transitions, none of which needs the host.
    private func cyclicStates(of transitions: Table<State, [ControlFlow.Transition]>) -> Set<StateID> {
        var jumps: [Digraph<State>.Edge] = []
        for (index, list) in transitions.indexed() {
            for transition in list { addJumps(in: transition.block, from: index, to: &jumps) }
        }
        let graph = Digraph(count: flow.states.count, edges: jumps)
        return Set(graph.stronglyConnectedComponents().filter(graph.isCyclic).joined())
    }

    /// Returns whether a state can take a transition without the host.
    private func isAutomatic(_ transition: ControlFlow.Transition, in index: StateID) -> Bool {
        let state = flow.states[index]
        switch state.kind {
        case .choice: return true
        case .end: return false
        case .present(let presentation):
            return transition.event.map { shortLimits.contains($0, of: presentation) } ?? false
        case .call, .handler:
            return transition.effect.origin != .host && annotations.allow(transition.effect, in: index, of: flow)
        }
    }

    /// Adds an edge for each jump in a block that leads to a state which continues without the host.
    private func addJumps(in block: Block, from: StateID, to jumps: inout [Digraph<State>.Edge]) {
        block.forEachExit { exit in
            for target in targets(of: exit) where continuesWithoutHost(target) { jumps.append((from, target)) }
        }
    }

    /// Returns the states that an exit can enter.
    ///
    /// For a jump to the last step, which can enter any step, omits the steps that wait for the host.
    private func targets(of exit: BlockExit) -> [StateID] {
        switch exit {
        case .state(let target): [target]
        case .lastStep(let otherwise): shortSteps + [otherwise]
        case .refusal: []
        }
    }

    /// Returns whether a run leaves a state without the host.
    private func continuesWithoutHost(_ state: StateID) -> Bool {
        let target = flow.states[state]
        return !target.isEnd && (!target.isPresent || shortLimits.apply(to: target))
    }

    /// Adds the edges for the jumps in a block, given the effects before it.
    ///
    /// Returns the effects at the end of the block, or nil if every path leaves it.
    @discardableResult
    private mutating func addEdges(of block: Block, _ initial: EffectSummary, from: StateID) -> EffectSummary? {
        var effects = initial
        for instruction in block.instructions {
            let effect = instruction.effect
            switch effect {
            case .exit(let exit):
                for target in targets(of: exit) { addEdge(from: from, to: target, effects) }
                return nil
            case .branch(let condition, let inner):
                var taken = effects
                taken.assume(condition, true)
                effects.assume(condition, false)
                if let end = addEdges(of: inner, taken, from: from) { effects = effects.joined(with: end) }
            case .change, .read, .restore, .mark: effects.apply(effect)
            }
        }
        return effects
    }

    /// Adds an edge. Omits it if the target is not on a cycle or waits for the host.
    private mutating func addEdge(from: StateID, to: StateID, _ effects: EffectSummary) {
        guard continuesWithoutHost(to), statesOnCycles.contains(to) else { return }
        edges.append(Edge(from: from, to: to, effects: effects))
    }
}

/// The time limits of a flow that can be too short for the host: those of steps, and deadlines.
private struct ShortLimits {
    /// The events of the deadlines that can be too short.
    private let deadlineEvents: Set<EventID>

    init(_ flow: LoweredFlow, _ annotations: FlowAnnotations) {
        // Most flows have no deadlines.
        let deadlines = annotations.deadlines.isEmpty ? [:] : flow.deadlines
        let events = deadlines.filter { Self.isShort($0.value) }.keys.compactMap { slot in
            flow.events.firstIndex(of: Event(kind: .deadline, name: ByteString(flow.slots[slot].name)))
        }
        deadlineEvents = Set(events.map(EventID.init(own:)))
    }

    /// Returns whether an event is the expiry of such a limit of a step.
    func contains(_ event: EventID, of presentation: Presentation) -> Bool {
        if event == .timeout { return presentation.timeLimit.map(Self.isShort) ?? false }
        return deadlineEvents.contains(event)
    }

    /// Returns whether a state is a step that takes the expiry of such a limit.
    func apply(to state: State) -> Bool {
        guard case .present(let presentation) = state.kind,
            presentation.timeLimit != nil || !presentation.deadlines.isEmpty
        else { return false }
        return state.transitions.contains { contains($0.event, of: presentation) }
    }

    /// Returns whether a limit is too short. The value of a slot can have any length, and so can be too short.
    private static func isShort(_ limit: Presentation.TimeLimit) -> Bool {
        switch limit {
        case .seconds(let seconds): seconds < CycleGraph.minPause
        case .slot: true
        }
    }
}
