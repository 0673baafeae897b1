package import FlowIR

/// A forward dataflow analysis of a flow: a lattice, and the transfer functions of events and instructions.
package protocol ForwardAnalysis {
    /// An element of the lattice.
    associatedtype Element: Equatable

    /// The element at the entry of the initial state.
    var initial: Element { get }

    /// Returns the least upper bound of two elements.
    func join(_ first: Element, _ second: Element) -> Element

    /// Transfers an element over an event, before its block runs.
    func transfer(_ element: inout Element, over event: EventID, in state: State)

    /// Transfers an element over an instruction that does not leave the block. `before` is the element before the event.
    func transfer(_ element: inout Element, over instruction: Instruction, before: Element)
}

/// The least fixpoint of a forward analysis.
package struct ForwardFixpoint<Analysis: ForwardAnalysis> {
    /// By state: the element at its entry, or nil if the state is unreachable.
    package private(set) var atEntry: [Analysis.Element?]
    private let flow: CheckedFlow
    private let analysis: Analysis
    private var waiting: [StateID]
    /// The element at the jumps to the last step, or nil if no such jump was found.
    private var atLastStep: Analysis.Element?

    /// Computes the fixpoint of an analysis over a flow.
    package init(_ analysis: Analysis, _ flow: CheckedFlow) {
        self.flow = flow
        self.analysis = analysis
        atEntry = Array(repeating: nil, count: flow.states.count)
        waiting = []
        enter(flow.initialState, analysis.initial)
        while let state = waiting.popLast() { expand(state) }
    }

    /// Joins an element with that at the entry of a state, and schedules the state if the result is new.
    private mutating func enter(_ state: StateID, _ element: Analysis.Element) {
        var joined = atEntry[state].map { analysis.join($0, element) } ?? element
        if flow.states[state].isPresent, let atLastStep { joined = analysis.join(joined, atLastStep) }
        guard joined != atEntry[state] else { return }
        atEntry[state] = joined
        waiting.append(state)
    }

    /// Propagates the element at the entry of a state over all its events.
    private mutating func expand(_ index: StateID) {
        guard let before = atEntry[index] else { return }
        let state = flow.states[index]
        if case .choice(let block) = state.kind {
            propagate(before, over: block, before: before)
            return
        }
        for (event, block) in state.transitions {
            var element = before
            analysis.transfer(&element, over: event, in: state)
            propagate(element, over: block, before: before)
        }
    }

    /// Propagates an element over a block to the states that the block enters.
    /// - Returns: the element after the block, or nil if every path leaves it.
    @discardableResult
    private mutating func propagate(
        _ start: Analysis.Element, over block: Block, before: Analysis.Element
    ) -> Analysis.Element? {
        var element = start
        for instruction in block.instructions {
            switch instruction {
            case .jump(let state):
                enter(state, element)
                return nil
            case .jumpLast(let otherwise):
                enter(otherwise, element)
                enterLastStep(element)
                return nil
            case .refuse: return nil
            case .when(_, let inner):
                guard let end = propagate(element, over: inner, before: before) else { continue }
                element = analysis.join(element, end)
            default: analysis.transfer(&element, over: instruction, before: before)
            }
        }
        return element
    }

    /// Enters every reachable step, since each may be the last one that was presented.
    private mutating func enterLastStep(_ element: Analysis.Element) {
        atLastStep = atLastStep.map { analysis.join($0, element) } ?? element
        for state in flow.states.indices where flow.states[state].isPresent && atEntry[state] != nil {
            enter(state, element)
        }
    }
}
