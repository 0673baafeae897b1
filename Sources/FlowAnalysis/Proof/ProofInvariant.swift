package import FlowModel

/// Something that is true of every run, as one look at a flow found it: what is known wherever a state is entered.
package struct ProofInvariant: Sendable {
    /// A part of it: runs that come to a state, all of which something is known.
    package struct Cube: Sendable {
        /// The step presented last.
        package enum LastStep: Sendable {
            /// It does not matter any more.
            case any
            /// None was, since the start.
            case never
            case step(StateID)
        }

        /// The state.
        package let state: StateID
        /// The step presented last.
        package let last: LastStep
        /// What was passed, one bit each.
        package let passed: UInt64
        /// The facts that are known.
        package let predicates: [(predicate: Predicate, holds: Bool)]
        /// How far the counters that guards test can have counted, where that is not just anywhere.
        package let counters: [(counter: CounterID, range: ClosedRange<Int>)]
    }

    /// The parts.
    package let cubes: [Cube]

    /// The invariant that a look has found.
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
                    let greatest = min(range.upperBound, context.counterBounds.maximum(position, in: node.state) ?? 255)
                    // Whoever counts so far that no guard tells more apart may have counted on.
                    let upper = greatest < context.table.bounds[counter] ?? 0 ? greatest : 255
                    return range.lowerBound > 0 || upper < 255 ? (counter, range.lowerBound...upper) : nil
                })
        }
    }
}
