import FlowAnalysis
import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// What limits the time of the steps of a flow, as far as the flow itself says it. What hosts and services give is theirs to know.
struct TimeLimits {
    /// A limit of a step: its own, or a deadline that it is in.
    struct Limit {
        /// The place that says it.
        let range: SourceRange
        /// The number of seconds, where the flow says a number.
        let seconds: Int?
        /// The greatest number that the flow gives it; nil if it gives none.
        let maximum: Int?
    }

    private let flow: CheckedFlow
    private let annotations: FlowAnnotations
    private let literals: [SlotID: [String]]
    private var deadlines: [SlotID: Presentation.TimeLimit] = [:]

    /// The limits of a flow.
    init(_ flow: CheckedFlow, _ annotations: FlowAnnotations) {
        self.flow = flow
        self.annotations = annotations
        let isLimited = annotations.states.contains { $0.value.timeLimit != nil } || !annotations.deadlines.isEmpty
        literals = isLimited ? ValueSetAnalysis(flow).literals() : [:]
        guard !annotations.deadlines.isEmpty else { return }
        for case .choice(let block) in flow.states.map(\.kind) {
            for case .begin(let slot, let limit) in block.instructions { deadlines[slot] = limit }
        }
    }

    /// The limit of a step itself.
    func own(_ state: StateID) -> Limit? {
        guard case .present(let presentation) = flow.states[state].kind, let limit = presentation.timeLimit,
            let range = annotations.states[state]?.timeLimit
        else { return nil }
        return self.limit(limit, range)
    }

    /// The deadlines that a step is in, the outermost first.
    func deadlines(of state: StateID) -> [Limit] {
        guard case .present(let presentation) = flow.states[state].kind else { return [] }
        return presentation.deadlines.compactMap { slot in
            guard let limit = deadlines[slot], let range = annotations.deadlines[slot] else { return nil }
            return self.limit(limit, range)
        }
    }

    private func limit(_ limit: Presentation.TimeLimit, _ range: SourceRange) -> Limit {
        switch limit {
        case .seconds(let seconds): Limit(range: range, seconds: seconds, maximum: seconds)
        case .slot(let slot): Limit(range: range, seconds: nil, maximum: literals[slot]?.compactMap { Int($0) }.max())
        }
    }
}
