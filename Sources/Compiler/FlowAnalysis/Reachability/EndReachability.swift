import FlowIR

/// Decides whether a step can reach an end for all data (the CTL property EF end, for each valuation).
///
/// The search assumes that host, service and handlers send the values that lead to an end. All other unknown values are
/// universally quantified. A path therefore proves the property only for data that satisfy the literals on which the
/// path depends, and only for values of the flow (`ValueProvenance`) that satisfy those on which it depends.
package struct EndReachability {
    /// The maximum number of search nodes for one case.
    static let maxNodes = 4096
    /// The maximum number of cases for one step.
    static let maxCases = 64

    private let context: AnalysisContext
    /// By state: the live predicates and counters.
    private let live: Table<State, LiveSet>
    private var interpreter: AbstractInterpreter
    /// Whether the last search was truncated, so that it may have missed a path.
    package private(set) var isTruncated = false

    private struct SearchNode: Hashable {
        let location: Location
        let valuation: AbstractState
        let origins: ValueProvenance
    }

    /// A case of a step's data. `literals` are those that it has in addition to the literals of the step, and `assumed`
    /// are those of values that the flow computes later.
    private typealias Case = (valuation: AbstractState, literals: [Literal], assumed: [Literal])

    /// Creates a search over the abstract states of a flow.
    package init(_ context: AnalysisContext) {
        self.context = context
        live = context.liveness.live
        interpreter = AbstractInterpreter(context, decided: context.liveness.decided)
    }

    /// Returns a case in which a node cannot reach an end. Returns nil if the search finds none.
    ///
    /// The case is a list of literals that hold in addition to those of the node. Sets `isTruncated` if the search
    /// reaches a limit.
    package mutating func stuckCase(of node: GraphNode) -> [Literal]? {
        isTruncated = false
        let extremes = context.counterBounds.extremes(of: node.valuation, in: node.state)
        var cases: [Case] = extremes.map { ($0.masked(by: live[node.state]), [], []) }
        var count = 0
        while let current = cases.popLast() {
            guard count < Self.maxCases else {
                isTruncated = true
                return nil
            }
            count += 1
            guard let path = shortestPath(from: node.group.location, current) else { return current.literals }
            // The path covers the case in which all needed literals hold.
            cases += uncoveredParts(of: current, path)
        }
        return nil
    }

    /// Splits a case, and returns the parts in which one of a path's needed literals does not hold. They are disjoint.
    private func uncoveredParts(of whole: Case, _ path: ValueProvenance) -> [Case] {
        var parts: [Case] = []
        var covered = whole
        for literal in path.needed where covered.valuation.holds(literal.predicate) == nil {
            // In this part, the earlier literals hold, and this one does not.
            var part = covered
            part.valuation.set(literal.predicate, !literal.holds)
            part.literals.append(Literal(literal.predicate, !literal.holds))
            if context.theory.allows(literal.predicate, !literal.holds, in: covered.valuation) { parts.append(part) }
            covered.valuation.set(literal.predicate, literal.holds)
            covered.literals.append(literal)
        }
        for literal in path.neededOfFlow {
            var part = covered
            part.assumed.append(Literal(literal.predicate, !literal.holds))
            parts.append(part)
            covered.assumed.append(literal)
        }
        return parts
    }

    /// Searches for a shortest path from a step to an end. Returns the literals on which the path depends.
    ///
    /// Returns nil if the search finds no path. If it reaches a limit, sets `isTruncated` and returns no literals.
    private mutating func shortestPath(from location: Location, _ start: Case) -> ValueProvenance? {
        let origins = ValueProvenance(context.table.layout, assuming: start.assumed)
        var queue = [SearchNode(location: location, valuation: start.valuation, origins: origins)]
        var visited: Set<SearchNode> = []
        var next = 0
        while next < queue.count {
            if queue.count > Self.maxNodes || context.budget.isSpent {
                isTruncated = true
                return origins
            }
            let node = queue[next]
            next += 1
            // A path must not depend on a new start or on an invalid reply.
            for transfer in context.relation.byState[node.location.state]
            where !transfer.isStart && !transfer.isInvalid {
                for successor in successors(of: node, on: transfer) {
                    if context.flow.states[successor.location.state].isEnd { return successor.origins }
                    if visited.insert(successor).inserted { queue.append(successor) }
                }
            }
        }
        return nil
    }

    /// Returns the search nodes after an event. Sets `isTruncated` if the event has too many paths.
    private mutating func successors(of node: SearchNode, on transfer: EventTransfer) -> [SearchNode] {
        interpreter.run(transfer, in: node.valuation, node.origins)
        if interpreter.isTruncated { isTruncated = true }
        var result: [SearchNode] = []
        for path in interpreter.paths {
            guard let location = context.location(after: path, from: node.location), let origins = path.origins else {
                continue
            }
            let valuation = path.valuation.masked(by: live[location.state])
            result.append(SearchNode(location: location, valuation: valuation, origins: origins))
        }
        return result
    }
}
