import FlowAutomata
import FlowModel

extension ConditionSolver {
    /// A solver that knows what the flow as a whole says of its data.
    init(_ flow: CheckedFlow) {
        let origins = ValueSetAnalysis(flow)
        self.init(
            slots: flow.slots, counters: flow.counters, patterns: flow.patterns, words: origins.closedWords(),
            items: origins.closedItems(), required: origins.alwaysPresent)
    }
}
