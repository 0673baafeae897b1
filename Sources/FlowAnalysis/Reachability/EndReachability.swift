import FlowModel

/// Decides whether a step can reach an end for all data (the CTL property EF end, for each valuation).
///
/// Host, service and handlers cooperate: the search may choose every value that an event brings. Predicates that no
/// event has assigned since the step are universally quantified, so each path counts only for the part of the data
/// that it depends on.
package struct EndReachability {
    /// The maximum number of search nodes for one part of the data.
    static let maxNodes = 4096
    /// The maximum number of parts of the data at one step.
    static let maxParts = 64

    private let context: AnalysisContext
    /// By state: the live predicates and counters.
    private let live: [LiveSet]
    private var interpreter: AbstractInterpreter
    private var isSeen: Set<SearchNode> = []
    /// Whether the last search was truncated, so that paths may be missing.
    package private(set) var isTruncated = false

    /// A node of the search.
    private struct SearchNode: Hashable {
        let location: Location
        let valuation: AbstractState
        /// Predicates that an event has assigned since the step, one bit each.
        let fresh: [UInt64]
        /// The literals about the data at the step that this path depends on.
        let needed: [Literal]
    }

    /// Prepares searches in a flow.
    package init(_ context: AnalysisContext) {
        self.context = context
        live = context.liveness.live
        interpreter = AbstractInterpreter(context, decided: context.liveness.decided)
    }

    /// Returns literals under which the node cannot reach an end, beyond those in its abstract state, or nil if it
    /// always can.
    package mutating func stuckCase(of node: GraphNode) -> [Literal]? {
        isTruncated = false
        var parts: [(valuation: AbstractState, literals: [Literal])] = context.counterBounds.extremes(
            node.valuation, in: node.state
        )
        .map { ($0.masked(by: live[node.state]), []) }
        var count = 0
        while let part = parts.popLast() {
            guard count < Self.maxParts else {
                isTruncated = true
                return nil
            }
            count += 1
            guard let needed = path(from: node.group.location, part.valuation) else { return part.literals }
            var rest = part
            for literal in needed where rest.valuation.holds(literal.predicate) == nil {
                var other = rest
                other.valuation.set(literal.predicate, !literal.holds)
                other.literals.append(Literal(literal.predicate, !literal.holds))
                if context.theory.allows(literal.predicate, !literal.holds, in: rest.valuation) { parts.append(other) }
                rest.valuation.set(literal.predicate, literal.holds)
                rest.literals.append(literal)
            }
        }
        return nil
    }

    /// Returns the literals that a shortest path to an end depends on, or nil if no path exists.
    private mutating func path(from location: Location, _ valuation: AbstractState) -> [Literal]? {
        let none = [UInt64](repeating: 0, count: context.table.layout.predicateWords)
        var queue = [SearchNode(location: location, valuation: valuation, fresh: none, needed: [])]
        isSeen = []
        var next = 0
        while next < queue.count {
            if queue.count > Self.maxNodes || context.budget.isSpent {
                isTruncated = true
                return []
            }
            let point = queue[next]
            next += 1
            // A new start is no end, and neither is a fault of the service.
            for transfer in context.relation.byState[point.location.state]
            where !transfer.isStart && !transfer.isInvalid {
                for found in points(after: transfer, at: point) {
                    if context.flow.states[found.location.state].isEnd { return found.needed }
                    if isSeen.insert(found).inserted { queue.append(found) }
                }
            }
        }
        return nil
    }

    private mutating func points(after transfer: EventTransfer, at point: SearchNode) -> [SearchNode] {
        var fresh = point.fresh
        for item in transfer.change.items { fresh[item.word] |= item.mask }
        for index in fresh.indices { fresh[index] |= transfer.code.changed[index] }
        interpreter.run(transfer, in: point.valuation)
        if interpreter.isTruncated { isTruncated = true }
        var result: [SearchNode] = []
        for path in interpreter.paths {
            let old = path.decisions.filter { fresh[Int($0.predicate) >> 6] >> UInt64($0.predicate & 63) & 1 == 0 }
            guard let location = context.location(after: path, from: point.location) else { continue }
            result.append(
                SearchNode(
                    location: location, valuation: path.valuation.masked(by: live[location.state]),
                    fresh: fresh, needed: point.needed + old))
        }
        return result
    }
}
