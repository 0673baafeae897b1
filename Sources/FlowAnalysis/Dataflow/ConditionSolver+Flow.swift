import FlowAutomata
import FlowModel

extension ConditionSolver {
    /// Makes a solver that knows the value sets of the flow.
    init(_ flow: CheckedFlow) {
        let origins = ValueSetAnalysis(flow)
        self.init(
            slots: flow.slots, counters: flow.counters, patterns: flow.patterns, words: origins.closedWords(),
            items: origins.closedItems(), required: origins.alwaysPresent)
    }
}
