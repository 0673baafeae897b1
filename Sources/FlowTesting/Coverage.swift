/// Measures which transitions of a flow's source the scenarios take.
package struct Coverage: Sendable {
    /// The numbers of the transitions to cover.
    private let transitions: Set<Int>
    /// The numbers of the transitions taken.
    package private(set) var taken: Set<Int> = []

    /// Creates empty coverage of these transitions.
    package init(of transitions: some Sequence<Int>) {
        self.transitions = Set(transitions)
    }

    /// Adds the transitions that a scenario took.
    package mutating func add(_ result: ScenarioResult) {
        taken.formUnion(transitions.intersection(result.transitions))
    }

    /// The number of transitions to cover.
    package var total: Int { transitions.count }

    /// The numbers of the transitions that no scenario takes, ascending.
    package var missing: [Int] { transitions.subtracting(taken).sorted() }

    /// The percentage of transitions taken; 100 for a flow without transitions.
    package var percent: Double { total == 0 ? 100 : Double(taken.count) * 100 / Double(total) }
}
