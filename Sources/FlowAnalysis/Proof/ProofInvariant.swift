package import FlowModel

/// An inductive invariant: the disjunction of the abstract states of one pass.
package struct ProofInvariant: Sendable {
    /// A cube: a conjunction of literals that holds for some runs in one state.
    package struct Cube: Sendable {
        /// The step presented last.
        package enum LastStep: Sendable {
            /// The step presented last is dead.
            case any
            /// No step was presented since the start.
            case never
            /// The step presented last.
            case step(StateID)
        }

        /// The control state.
        package let state: StateID
        /// The step presented last.
        package let last: LastStep
        /// The history variables that are set, one bit each.
        package let passed: UInt64
        /// The known predicates, with their values.
        package let predicates: [(predicate: Predicate, holds: Bool)]
        /// The intervals of the tested counters. A counter without bounds is omitted.
        package let counters: [(counter: CounterID, range: ClosedRange<Int>)]
    }

    /// The cubes. Every reachable state of the flow is in one of them.
    package let cubes: [Cube]

    /// Creates the invariant that a graph represents.
    init(_ graph: ReachabilityGraph, _ context: AnalysisContext) {
        cubes = graph.current.map { number in
            let node = graph.nodes[number]
            let layout = context.table.layout
            return Cube(
                state: node.state,
                last: !context.needsLastStep[node.state] ? .any : node.group.location.last.map { .step($0) } ?? .never,
                passed: node.passed & graph.tracked,
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
