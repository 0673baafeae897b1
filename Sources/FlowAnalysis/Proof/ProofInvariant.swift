package import FlowModel

/// An inductive invariant: the abstract states of one pass.
package struct ProofInvariant: Sendable {
    /// A cube: the runs in one state that satisfy a conjunction of literals.
    package struct Cube: Sendable {
        /// The step presented last.
        package enum LastStep: Sendable {
            /// It is dead.
            case any
            /// No step since the start.
            case never
            case step(StateID)
        }

        /// The state.
        package let state: StateID
        /// The step presented last.
        package let last: LastStep
        /// The history variables, one bit each.
        package let passed: UInt64
        /// The literals.
        package let predicates: [(predicate: Predicate, holds: Bool)]
        /// The ranges of the counters that guards test, where these are bounded.
        package let counters: [(counter: CounterID, range: ClosedRange<Int>)]
    }

    /// The cubes; their disjunction is the invariant.
    package let cubes: [Cube]

    /// Takes the invariant from a graph.
    init(_ graph: ReachabilityGraph, _ context: AnalysisContext) {
        cubes = graph.current.map { number in
            let node = graph.nodes[number]
            let layout = context.table.layout
            return Cube(
                state: node.state,
                last: !context.needsLastStep[node.state] ? .any : node.group.location.last.map { .step($0) } ?? .never,
                passed: node.passed & graph.followed,
                predicates: node.valuation.literals.map { (context.table.predicates[Int($0.predicate)], $0.holds) },
                counters: layout.counters.enumerated().compactMap { position, counter in
                    let range = node.valuation.counter(position)
                    let bound = context.counterBounds.upperBound(of: position, atEntryOf: node.state) ?? 255
                    let greatest = min(range.upperBound, bound)
                    // The analysis stops counting at the greatest tested value, but a run may count further.
                    let upper = greatest < context.table.bounds[counter] ?? 0 ? greatest : 255
                    return range.lowerBound > 0 || upper < 255 ? (counter, range.lowerBound...upper) : nil
                })
        }
    }
}
