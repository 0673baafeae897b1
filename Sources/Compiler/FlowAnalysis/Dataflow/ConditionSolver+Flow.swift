import FlowIR

extension ConditionSolver {
    init(_ flow: LoweredFlow) {
        let values = ValueSetAnalysis(flow)
        self.init(
            slots: flow.slots, counters: flow.counters, patterns: flow.patterns, words: values.closedWords(),
            items: values.closedItems(), required: values.alwaysPresent)
    }
}
