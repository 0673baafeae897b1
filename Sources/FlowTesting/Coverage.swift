/// Which of a flow's transitions, as written in its source, scenarios take.
package struct Coverage: Sendable {
    /// Numbers of the transitions that count.
    private let counted: Set<Int>
    /// Numbers of those taken.
    package private(set) var taken: Set<Int> = []

    /// Nothing is taken yet of these transitions.
    package init(of transitions: some Sequence<Int>) {
        counted = Set(transitions)
    }

    /// Adds what a scenario took.
    package mutating func add(_ result: ScenarioResult) {
        taken.formUnion(counted.intersection(result.transitions))
    }

    /// Number of transitions that count.
    package var total: Int { counted.count }

    /// Numbers of the transitions that no scenario takes, ascending.
    package var missing: [Int] { counted.subtracting(taken).sorted() }

    /// The share of transitions taken, in per cent; 100 for a flow without transitions.
    package var percent: Double { total == 0 ? 100 : Double(taken.count) * 100 / Double(total) }
}
