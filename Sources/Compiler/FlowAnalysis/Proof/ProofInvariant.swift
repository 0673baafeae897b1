package import FlowIR

/// An inductive invariant: the disjunction of the abstract states of one pass.
package struct ProofInvariant: Sendable {
    /// A cube: a conjunction of literals that holds for some runs in one state.
    package struct Cube: Sendable {
        /// The step presented last.
        package enum LastStep: Sendable {
            /// The step presented last is dead.
            case any
            /// No step was presented since the last start or restart, or the state is an end.
            case never
            /// The step presented last.
            case step(StateID)
        }

        package let state: StateID
        package let last: LastStep
        /// The history variables that are set, one bit each.
        package let passed: UInt64
        package let predicates: [(predicate: Predicate, holds: Bool)]
        /// The intervals of the tested counters. A counter without bounds is omitted.
        package let counters: [(counter: CounterID, range: ClosedRange<Int>)]
    }

    /// The cubes. Every reachable state of the flow is in one of them.
    package let cubes: [Cube]

    /// Creates the invariant that a graph proves: the disjunction of its nodes.
    init(_ graph: ReachabilityGraph, _ context: AnalysisContext) {
        cubes = graph.current.map { id in
            let node = graph.nodes[id]
            return Cube(
                state: node.state,
                last: Self.lastStep(at: node, context),
                passed: node.passed & graph.tracked,
                predicates: node.valuation.literals.map { (context.table.predicates[$0.predicate], $0.holds) },
                counters: Self.counterRanges(of: node, context))
        }
    }

    /// Returns the step presented last at a node, or `.any` if it is dead in the node's state.
    private static func lastStep(at node: GraphNode, _ context: AnalysisContext) -> Cube.LastStep {
        guard context.needsLastStep[node.state] else { return .any }
        return node.group.location.last.map { .step($0) } ?? .never
    }

    private static let maxCounter = Int(UInt8.max)

    /// Returns the intervals of the tested counters at a node. Omits counters that can have any value.
    private static func counterRanges(
        of node: GraphNode, _ context: AnalysisContext
    ) -> [(counter: CounterID, range: ClosedRange<Int>)] {
        context.table.layout.counters.enumerated().compactMap { position, counter in
            let range = node.valuation.counter(position)
            let bound = context.counterBounds.upperBound(of: position, atEntryOf: node.state) ?? maxCounter
            let greatest = min(range.upperBound, bound)
            // The analysis stops counting at the greatest limit of a test, but a run may count further.
            let upper = greatest < context.table.bounds[counter] ?? 0 ? greatest : maxCounter
            let isBounded = range.lowerBound > 0 || upper < maxCounter
            return isBounded ? (counter, range.lowerBound...upper) : nil
        }
    }
}
