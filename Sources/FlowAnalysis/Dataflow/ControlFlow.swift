package import FlowIR

/// The control flow of a flow, as dataflow analyses traverse it.
package struct ControlFlow: Sendable {
    /// A block of a state, and the event that runs it.
    package struct Transition: Sendable {
        /// The event, or nil for a choice.
        package let event: EventID?
        /// What the event does before the block runs.
        package let effect: EventEffect
        /// The block.
        package let block: Block
    }

    /// The flow.
    package let flow: LoweredFlow
    /// By state: its transitions, in the order of events.
    package let transitions: [[Transition]]
    /// By state: its successors. The fallback of a jump to the last step is one; the steps are not.
    package let graph: Digraph
    /// By state: its position in a reverse postorder. Unreachable states have the position 0.
    let order: [Int32]
    /// The states that present a step.
    let steps: [StateID]
    /// By state: whether a block can jump to the step presented last.
    let usesLastStep: [Bool]

    /// Collects the control flow of a flow.
    package init(_ flow: LoweredFlow) {
        self.flow = flow
        transitions = flow.states.map { state in
            if case .choice(let block) = state.kind { return [Transition(event: nil, effect: .none, block: block)] }
            return state.transitions.map { event, block in
                Transition(event: event, effect: flow.effect(of: event, in: state), block: block)
            }
        }
        steps = flow.states.indices.filter { flow.states[$0].isPresent }
        var edges: [(from: Int, to: Int)] = []
        // A guess that avoids most reallocations.
        edges.reserveCapacity(flow.states.count * 4)
        var usesLastStep = [Bool](repeating: false, count: flow.states.count)
        for (state, list) in transitions.enumerated() {
            for transition in list {
                transition.block.forEachExit { exit in
                    if let target = exit.target { edges.append((state, target)) }
                    if case .lastStep = exit { usesLastStep[state] = true }
                }
            }
        }
        graph = Digraph(count: flow.states.count, edges: edges)
        order = graph.reversePostorder(from: flow.initialState)
        self.usesLastStep = usesLastStep
    }

    /// Returns the control flow graph with an additional node for the last step.
    ///
    /// Jumps to the last step lead to this node, and it has an edge to each step that `isEntered`.
    package func graphWithLastStep(among isEntered: [Bool]) -> Digraph {
        let count = flow.states.count
        var edges: [(from: Int, to: Int)] = []
        for state in 0..<count {
            for target in graph.successors(of: state) { edges.append((state, Int(target))) }
            if usesLastStep[state] { edges.append((state, count)) }
        }
        for step in steps where isEntered[step] { edges.append((count, step)) }
        return Digraph(count: count + 1, edges: edges)
    }
}

extension LoweredFlow {
    /// The slots that something other than a start assigns or clears.
    ///
    /// A constant among them may have such a value at a new start.
    var slotsAssignedAfterStart: Set<SlotID> {
        var result: Set<SlotID> = []
        for state in states {
            result.formUnion(state.received.slots)
            for block in state.blocks { block.forEachInstruction { result.formUnion($0.effect.writes) } }
        }
        return result
    }
}
