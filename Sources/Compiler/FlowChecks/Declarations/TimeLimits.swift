import FlowAnalysis
import FlowDiagnostics
import FlowIR

/// The time limits of a flow's steps. A limit that comes from the host or the service is unknown.
struct TimeLimits {
    /// A time limit of a step: its timeout, or a deadline around it.
    struct Limit {
        let range: SourceRange
        /// The numbers of seconds that the limit can have, or nil if the flow does not determine them.
        let seconds: ClosedRange<Int>?
        /// The greatest number of seconds that the flow itself assigns, or nil if it assigns none.
        let maximum: Int?
    }

    private let flow: LoweredFlow
    private let annotations: FlowAnnotations
    /// The values that the flow assigns to its slots, or nil if it has no time limits.
    private let values: ValueSetAnalysis?
    /// By slot of a deadline: its length.
    private let deadlines: [SlotID: Presentation.TimeLimit]

    init(_ flow: LoweredFlow, _ annotations: FlowAnnotations) {
        self.flow = flow
        self.annotations = annotations
        let isLimited = annotations.states.contains { $0.value.timeLimit != nil } || !annotations.deadlines.isEmpty
        values = isLimited ? ValueSetAnalysis(flow) : nil
        deadlines = annotations.deadlines.isEmpty ? [:] : flow.deadlines
    }

    /// Returns the timeout of a step, or nil if the state has none.
    func timeout(of state: StateID) -> Limit? {
        guard case .present(let presentation) = flow.states[state].kind, let limit = presentation.timeLimit,
            let range = annotations.states[state]?.timeLimit
        else { return nil }
        return makeLimit(limit, at: range)
    }

    /// Returns the deadlines around a step, the outermost first.
    func deadlines(of state: StateID) -> [Limit] {
        guard case .present(let presentation) = flow.states[state].kind else { return [] }
        return presentation.deadlines.compactMap { slot in
            guard let limit = deadlines[slot], let range = annotations.deadlines[slot] else { return nil }
            return makeLimit(limit, at: range)
        }
    }

    /// Creates a limit. If it is the value of a slot, its maximum is the greatest literal assigned to the slot.
    private func makeLimit(_ limit: Presentation.TimeLimit, at range: SourceRange) -> Limit {
        switch limit {
        case .seconds(let seconds): Limit(range: range, seconds: seconds...seconds, maximum: seconds)
        case .slot(let slot):
            Limit(
                range: range, seconds: Self.range(of: values?.constants(of: slot)),
                maximum: values?.literals(of: slot).compactMap { Int($0) }.max())
        }
    }

    /// Returns the range from the least to the greatest of some numbers, which are given as texts.
    ///
    /// Returns nil if there are none, or if one of the texts is not a number.
    private static func range(of texts: [String]?) -> ClosedRange<Int>? {
        guard let texts else { return nil }
        let numbers = texts.compactMap { Int($0) }
        guard numbers.count == texts.count, let least = numbers.min(), let most = numbers.max() else { return nil }
        return least...most
    }
}

extension LoweredFlow {
    /// By slot of a deadline: its length.
    var deadlines: [SlotID: Presentation.TimeLimit] {
        Dictionary(states.lazy.filter(\.isChoice).flatMap(\.begunDeadlines).map { ($0.slot, $0.limit) }) { $1 }
    }
}

extension State {
    /// The deadlines that begin in the state. Only choices begin deadlines, right before a node inside them.
    var begunDeadlines: [(slot: SlotID, limit: Presentation.TimeLimit)] {
        guard case .choice(let block) = kind else { return [] }
        return block.instructions.compactMap { instruction in
            if case .begin(let slot, let limit) = instruction { (slot, limit) } else { nil }
        }
    }
}
