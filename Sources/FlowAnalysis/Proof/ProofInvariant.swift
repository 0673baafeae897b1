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
        package let facts: [(fact: Fact, holds: Bool)]
        /// How far the counters that guards test can have counted, where that is not just anywhere.
        package let counters: [(counter: CounterID, range: ClosedRange<Int>)]
    }

    /// The parts.
    package let cubes: [Cube]

    /// The invariant that a look has found.
    init(_ product: Product, _ ground: ProofGround) {
        cubes = product.current.map { number in
            let node = product.nodes[number]
            let layout = ground.table.layout
            return Cube(
                state: node.state,
                last: !ground.needsLastStep[node.state] ? .any : node.group.place.last.map { .step($0) } ?? .never,
                passed: node.passed & product.followed,
                facts: node.situation.claims.map { (ground.table.facts[Int($0.fact)], $0.holds) },
                counters: layout.counters.enumerated().compactMap { position, counter in
                    let range = node.situation.counter(position)
                    let most = min(range.upperBound, ground.counterReach.most(position, in: node.state) ?? 255)
                    // Whoever counts so far that no guard tells more apart may have counted on.
                    let upper = most < ground.table.bounds[counter] ?? 0 ? most : 255
                    return range.lowerBound > 0 || upper < 255 ? (counter, range.lowerBound...upper) : nil
                })
        }
    }
}
