package import FlowIR

/// A forward analysis, with the transfer functions of events and of the effects of instructions.
package protocol ForwardAnalysis: DataflowAnalysis {
    /// Transfers an element over an event in a state, before its block runs.
    func transfer(_ element: inout Element, over transition: ControlFlow.Transition, in state: StateID)

    /// Transfers an element over a change of data.
    func transfer(_ element: inout Element, over change: DataChange)

    /// Transfers an element over a use of values.
    func transfer(_ element: inout Element, over read: DataRead)

    /// Transfers an element over a restoration. `before` is the element before the event.
    func transfer(_ element: inout Element, over restoration: Restoration, before: Element)

    /// Transfers an element over an exit of a block.
    func transfer(_ element: inout Element, over exit: BlockExit)

    /// Refines an element by the value of a condition.
    func assume(_ condition: Condition, _ holds: Bool, _ element: inout Element)
}

extension ForwardAnalysis {
    // By default, reads, exits and conditions change nothing.
    package func transfer(_ element: inout Element, over read: DataRead) {}
    package func transfer(_ element: inout Element, over exit: BlockExit) {}
    package func assume(_ condition: Condition, _ holds: Bool, _ element: inout Element) {}

    /// Transfers an element over a block, and calls `visit` at each use of values and each exit.
    ///
    /// `visit` receives the element before a use, or after an exit. `before` is the element before the event. Returns
    /// whether control can reach the end of the block.
    func transfer(
        _ element: inout Element, over block: Block, before: Element,
        _ visit: (InstructionEffect, Element) -> Void
    ) -> Bool {
        for instruction in block.instructions {
            let effect = instruction.effect
            switch effect {
            case .change(let change): transfer(&element, over: change)
            case .restore(let restoration): transfer(&element, over: restoration, before: before)
            case .mark: continue
            case .read(let read):
                visit(effect, element)
                transfer(&element, over: read)
            case .branch(let condition, let inner):
                var taken = element
                assume(condition, true, &taken)
                assume(condition, false, &element)
                if transfer(&taken, over: inner, before: before, visit) { _ = join(&element, taken) }
            case .exit(let exit):
                transfer(&element, over: exit)
                visit(effect, element)
                return false
            }
        }
        return true
    }
}

extension Dataflow where Analysis: ForwardAnalysis {
    /// Computes the fixpoint of a forward analysis over the states that the initial state reaches.
    package init(_ analysis: Analysis, _ controlFlow: ControlFlow) {
        let initialState = controlFlow.flow.initialState
        self.init(analysis, controlFlow, order: controlFlow.order)
        enter(initialState, analysis.initial)
        while let state = nextState() {
            let before = elements[state]
            for transition in controlFlow.transitions[state] {
                var element = before
                analysis.transfer(&element, over: transition, in: state)
                _ = analysis.transfer(&element, over: transition.block, before: before) { effect, element in
                    if case .exit(let exit) = effect { leave(exit, element) }
                }
            }
        }
    }

    /// Calls `visit` with each notification of a state, the event that sends it, and the element at that point.
    ///
    /// The event is nil in a choice. An unreachable state sends none.
    package func forEachNotification(
        in state: StateID, _ visit: (Notification, EventID?, Analysis.Element) -> Void
    ) {
        guard let before = self[state] else { return }
        for transition in controlFlow.transitions[state] where transition.block.notifies {
            var element = before
            analysis.transfer(&element, over: transition, in: state)
            _ = analysis.transfer(&element, over: transition.block, before: before) { effect, element in
                if case .read(.show(let notification)) = effect { visit(notification, transition.event, element) }
            }
        }
    }

    /// Joins an element into a state, and schedules the state if this changed it.
    private mutating func enter(_ state: StateID, _ element: Analysis.Element) {
        let isNewStep = !isReached[state] && controlFlow.flow.states[state].isPresent
        guard join(element, into: state) else { return }
        // Earlier jumps to the last step did not enter a step that was not reached yet.
        if isNewStep, hasLastStep { _ = join(atLastStep, into: state) }
        schedule(state)
    }

    /// Joins an element into the states that an exit can enter.
    private mutating func leave(_ exit: BlockExit, _ element: Analysis.Element) {
        switch exit {
        case .state(let state): enter(state, element)
        case .lastStep(let otherwise):
            enter(otherwise, element)
            guard joinLastStep(element) else { return }
            for step in controlFlow.steps where isReached[step] { enter(step, element) }
        case .refusal: break
        }
    }
}

extension Block {
    /// Whether the block or a branch sends a notification.
    fileprivate var notifies: Bool {
        instructions.contains { instruction in
            switch instruction.effect {
            case .read(.show): true
            case .branch(_, let inner): inner.notifies
            case .read(.require), .change, .restore, .mark, .exit: false
            }
        }
    }
}
