import FlowAnnotations
import FlowDiagnostics
import FlowAutomata
import FlowModel

extension ConditionSolver {
    /// A solver that knows what the flow as a whole says of its data.
    init(_ flow: CheckedFlow) {
        let origins = ValueOrigins(flow)
        self.init(
            slots: flow.slots, counters: flow.counters, patterns: flow.patterns, words: origins.closedWords(),
            required: origins.alwaysPresent)
    }
}

extension Decision {
    /// The finding that the solver gave up.
    var tooComplex: Diagnostic {
        Diagnostic(
            .guardTooComplex, at: range, "the guards of \(subject) are too complex to be decided",
            help: ["split the decision, or test fewer values in it"])
    }
}

extension Sequence<String> {
    /// Data in words as one phrase; what holds for any data is told so.
    var whenPhrase: String {
        let words = joined(separator: " and ")
        return words.isEmpty ? "always" : "when " + words
    }
}
