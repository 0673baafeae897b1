package import FlowIR

/// A backward analysis, with the transfer functions of events and of the effects of instructions.
///
/// An element describes the paths that begin at a point. The initial element stands for no path.
package protocol BackwardAnalysis: DataflowAnalysis where Element: Equatable {
    /// Returns the element that a state itself needs at its entry.
    func element(neededBy state: StateID) -> Element

    /// Returns whether the event of a transition can occur in a state.
    func canOccur(_ transition: ControlFlow.Transition, in state: StateID) -> Bool

    /// Replaces the element after an event with the element before the event.
    func transfer(_ element: inout Element, backwardOver event: EventEffect)

    /// Replaces the element after a change of data with the element before the change.
    func transfer(_ element: inout Element, backwardOver change: DataChange)

    /// Replaces the element after a use of values with the element before the use.
    func transfer(_ element: inout Element, backwardOver read: DataRead)

    /// Replaces the element after the test of a condition with the element before the test.
    func transfer(_ element: inout Element, backwardOver condition: Condition)
}

extension Dataflow where Analysis: BackwardAnalysis {
    /// Computes the fixpoint of a backward analysis, also for unreachable states.
    package init(backward analysis: Analysis, _ controlFlow: ControlFlow) {
        let states = controlFlow.flow.states
        self.init(analysis, controlFlow, order: controlFlow.order.mapValues { Int32(states.count) - $0 })
        let reversedGraph = controlFlow.graph.reversed
        let lastUsers = states.indices.filter { controlFlow.usesLastStep[$0] }
        for state in states.indices {
            _ = join(analysis.element(neededBy: state), into: state)
            if states[state].isPresent { _ = joinLastStep(elements[state]) }
            schedule(state)
        }
        while let state = nextState() {
            guard update(state) else { continue }
            for predecessor in reversedGraph.successors(of: state) { schedule(predecessor) }
            if states[state].isPresent, joinLastStep(elements[state]) { for user in lastUsers { schedule(user) } }
        }
    }

    /// Joins the elements before a state's possible events into the element at its entry. Returns whether that changed.
    private mutating func update(_ state: StateID) -> Bool {
        var isChanged = false
        for transition in controlFlow.transitions[state] where analysis.canOccur(transition, in: state) {
            if join(element(before: transition), into: state) { isChanged = true }
        }
        return isChanged
    }

    /// Returns the element before the event of a transition.
    private func element(before transition: ControlFlow.Transition) -> Analysis.Element {
        var (element, restored) = (analysis.initial, analysis.initial)
        transfer(&element, backwardOver: transition.block, &restored)
        analysis.transfer(&element, backwardOver: transition.effect)
        // The block can restore the data from before the event, which do not pass through the event.
        _ = analysis.join(&element, restored)
        return element
    }

    /// Returns the element after an event, before its block runs. It omits data that the block restores.
    package func element(before block: Block) -> Analysis.Element {
        var (element, restored) = (analysis.initial, analysis.initial)
        transfer(&element, backwardOver: block, &restored)
        return element
    }

    /// Returns the element at the states that an exit can enter.
    package func element(after exit: BlockExit) -> Analysis.Element {
        switch exit {
        case .state(let state): return elements[state]
        case .lastStep(let otherwise):
            var element = elements[otherwise]
            _ = analysis.join(&element, atLastStep)
            return element
        case .refusal: return analysis.initial
        }
    }

    /// Replaces the element after a block with the element before the block.
    ///
    /// The block can restore the data from before the event. Joins the element of these data into `restored`.
    private func transfer(
        _ element: inout Analysis.Element, backwardOver block: Block, _ restored: inout Analysis.Element
    ) {
        for instruction in block.instructions.reversed() {
            switch instruction.effect {
            case .change(let change): analysis.transfer(&element, backwardOver: change)
            case .read(let read): analysis.transfer(&element, backwardOver: read)
            case .restore: _ = analysis.join(&restored, element)
            case .mark: continue
            case .branch(let condition, let inner):
                var taken = element
                transfer(&taken, backwardOver: inner, &restored)
                _ = analysis.join(&element, taken)
                analysis.transfer(&element, backwardOver: condition)
            case .exit(let exit): element = self.element(after: exit)
            }
        }
    }
}
