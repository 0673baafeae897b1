/// Which of a flow's transitions, as written in its source, scenarios take.
package struct Coverage: Sendable {
    /// Number of transitions that the flow has.
    package let total: Int
    /// Numbers of those taken.
    package private(set) var taken: Set<Int> = []

    /// Nothing is taken yet of so many transitions.
    package init(of total: Int) {
        self.total = total
    }

    /// Adds what a scenario took.
    package mutating func add(_ result: ScenarioResult) {
        taken.formUnion(result.transitions.filter { $0 < total })
    }

    /// Numbers of the transitions that no scenario takes, ascending.
    package var missing: [Int] { (0..<total).filter { !taken.contains($0) } }

    /// The share of transitions taken, in per cent; 100 for a flow without transitions.
    package var percent: Double { total == 0 ? 100 : Double(taken.count) * 100 / Double(total) }
}
