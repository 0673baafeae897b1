import FlowIR

extension ConditionSolver {
    /// Creates a solver that knows the value sets and the always present slots of a flow.
    init(_ flow: LoweredFlow) {
        let values = ValueSetAnalysis(flow)
        self.init(
            slots: flow.slots, counters: flow.counters, patterns: flow.patterns, words: values.closedWords(),
            items: values.closedItems(), required: values.alwaysPresent)
    }
}
