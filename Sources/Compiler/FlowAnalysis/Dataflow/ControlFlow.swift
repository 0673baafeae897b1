package import FlowIR

/// The control flow of a flow, as dataflow analyses traverse it.
package struct ControlFlow: Sendable {
    /// A block of a state, and the event that runs it.
    package struct Transition: Sendable {
        /// The event, or nil for a choice, which runs its block without an event.
        package let event: EventID?
        /// What the event does before the block runs.
        package let effect: EventEffect
        package let block: Block
    }

    package let flow: LoweredFlow
    /// By state: its transitions, in the order of events.
    package let transitions: Table<State, [Transition]>
    /// By state: its successors. Of a jump to the last step, only the fallback counts, and not the steps.
    package let graph: Digraph<State>
    /// By state: its position in a reverse postorder. Unreachable states have the position 0.
    let order: Table<State, Int32>
    let steps: [StateID]
    /// By state: whether a block can jump to the step presented last.
    let usesLastStep: Table<State, Bool>

    package init(_ flow: LoweredFlow) {
        self.flow = flow
        transitions = flow.states.mapValues { Self.transitions(of: $0, flow) }
        steps = flow.states.indices.filter { flow.states[$0].isPresent }
        graph = Digraph(count: flow.states.count, edges: Self.edges(of: transitions))
        order = graph.reversePostorder(from: flow.initialState)
        usesLastStep = transitions.mapValues { $0.contains { $0.block.usesLastStep } }
    }

    /// Returns the transitions of a state. A choice has one, without an event.
    private static func transitions(of state: State, _ flow: LoweredFlow) -> [Transition] {
        if case .choice(let block) = state.kind { return [Transition(event: nil, effect: .none, block: block)] }
        return state.transitions.map { event, block in
            Transition(event: event, effect: flow.effect(of: event, in: state), block: block)
        }
    }

    /// Returns the edges from each state to the targets of its transitions.
    private static func edges(of transitions: Table<State, [Transition]>) -> [Digraph<State>.Edge] {
        var edges: [Digraph<State>.Edge] = []
        for (state, list) in transitions.indexed() {
            for transition in list { transition.block.forEachTarget { edges.append((state, $0)) } }
        }
        return edges
    }

    /// Returns the control flow graph with an additional node for the last step.
    ///
    /// Jumps to the last step lead to this node, which has an edge to each step that `isEntered` marks.
    package func graphWithLastStep(among isEntered: Table<State, Bool>) -> Digraph<State> {
        let lastStep = flow.states.endIndex
        var edges: [Digraph<State>.Edge] = []
        for state in flow.states.indices {
            for target in graph.successors(of: state) { edges.append((state, target)) }
            if usesLastStep[state] { edges.append((state, lastStep)) }
        }
        for step in steps where isEntered[step] { edges.append((lastStep, step)) }
        return Digraph(count: flow.states.count + 1, edges: edges)
    }
}

extension ControlFlow {
    /// Groups nodes by a node that leads to the others, which is the first of its group.
    ///
    /// The others have the given order. In a loop that no other node leads to, the earliest node is the first of a group.
    package func groups(of nodes: [NodeID]) -> [[NodeID]] {
        guard nodes.count > 1 else { return nodes.map { [$0] } }
        var states: [NodeID: [StateID]] = [:]
        var ranks: [NodeID: Int] = [:]
        // The components in topological order: no edge leads from a later one to an earlier one.
        for (rank, component) in graph.stronglyConnectedComponents().reversed().enumerated() {
            for state in component {
                guard let node = flow.states[state].node else { continue }
                states[node, default: []].append(state)
                if ranks[node] == nil { ranks[node] = rank }
            }
        }
        let ordered = nodes.enumerated().sorted { left, right in
            (ranks[left.element] ?? 0, left.offset) < (ranks[right.element] ?? 0, right.offset)
        }
        // The positions of the nodes that are in no group yet.
        var remaining = Dictionary(uniqueKeysWithValues: zip(nodes, nodes.indices))
        var isVisited = Table<State, Bool>(repeating: false, count: graph.count)
        return ordered.compactMap { _, first -> [NodeID]? in
            guard remaining.removeValue(forKey: first) != nil else { return nil }
            var positions: [Int] = []
            graph.markReachable(from: states[first] ?? [], in: &isVisited) { state in
                if let node = flow.states[state].node, let position = remaining.removeValue(forKey: node) {
                    positions.append(position)
                }
            }
            return [first] + positions.sorted().map { nodes[$0] }
        }
    }
}

extension Block {
    /// Whether the block can jump to the step presented last.
    fileprivate var usesLastStep: Bool {
        var result = false
        forEachExit { if case .lastStep = $0 { result = true } }
        return result
    }
}

extension LoweredFlow {
    /// The slots that something other than a start assigns or clears.
    ///
    /// At a new start, a constant among them may have another value than the host gave it.
    var slotsAssignedAfterStart: SlotBits {
        var result = SlotBits(count: slots.count)
        for state in states {
            state.received.forEachSlot { result.insert($0) }
            for block in state.blocks { block.forEachInstruction { result.insert($0.effect.writes) } }
        }
        return result
    }
}

extension LoweredFlow {
    /// Returns the identifier of a state's node, or the name of a state without a node.
    ///
    /// For the node that ``ControlFlow/graphWithLastStep(among:)`` adds, returns "the last step".
    package func nodeName(_ state: StateID) -> String {
        guard states.indices.contains(state) else { return "the last step" }
        return states[state].node.map { nodes[$0].id } ?? states[state].name
    }

    /// The maximum number of nodes in the description of a path.
    private static let maxNodesInPath = 16

    /// Describes a path as `a -> b -> a`.
    ///
    /// Consecutive states of a node count once. A path within a single node is written `a -> a`, and a long path is
    /// shortened in its middle.
    package func describePath(through states: [StateID]) -> String {
        var names: [String] = []
        for name in states.map(nodeName) where names.last != name { names.append(name) }
        if names.count == 1 { names += names }
        if names.count > Self.maxNodesInPath {
            let half = Self.maxNodesInPath / 2
            names = names.prefix(half) + ["…"] + names.suffix(half - 1)
        }
        return names.joined(separator: " -> ")
    }
}

/// The analyses of a flow that several checks share, each computed on first use.
package final class AnalysisCache {
    private let flow: LoweredFlow
    private let annotations: FlowAnnotations

    /// Creates a cache. Each analysis runs when its result is first read, except the given one.
    package init(_ flow: LoweredFlow, _ annotations: FlowAnnotations, secrets: DeadSecretElimination? = nil) {
        self.flow = flow
        self.annotations = annotations
        if let secrets { self.secrets = secrets }
        if let unchanged = secrets?.unchangedControlFlow { controlFlow = unchanged }
    }

    package lazy var controlFlow = ControlFlow(flow)
    package var graph: Digraph<State> { controlFlow.graph }
    /// By state: whether the control flow graph reaches it.
    package lazy var reachable = graph.reachableNodes(from: [flow.initialState])
    /// The tainted values that the host sees.
    package lazy var taint = TaintAnalysis(controlFlow, TaintSources(flow, annotations))
    package lazy var secrets = DeadSecretElimination(controlFlow, annotations)
    /// The values that are definitely assigned at the entry of each state.
    package lazy var definiteAssignment = Dataflow(DefiniteAssignment(flow), controlFlow)
    /// The solver of conditions on the flow's data.
    package lazy var solver = ConditionSolver(flow)
}
