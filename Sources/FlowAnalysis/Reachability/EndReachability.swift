import FlowModel

/// Finds out whether an end can be reached from a step whatever the data are.
///
/// Host, service and handlers help: what they give on the way is as it must be. Facts that were known or open before they could
/// say anything is as it is, so each way to an end that depends on it counts for one part of the data only.
package struct EndReachability {
    /// The most nodes that are looked at for one part of the data.
    static let maxNodes = 4096
    /// The most parts of the data of one step.
    static let maxParts = 64

    private let context: AnalysisContext
    /// By state: what matters there.
    private let live: [LiveSet]
    private var run: AbstractInterpreter
    private var isSeen: Set<Point> = []
    /// Whether the last search was given up, so that what it did not find may be there.
    package private(set) var isTruncated = false

    /// Where a search has come to.
    private struct Point: Hashable {
        let location: Location
        let valuation: AbstractState
        /// Facts that were decided anew on the way, one bit each.
        let fresh: [UInt64]
        /// The claims about the data at the step that this way needs.
        let needed: [Literal]
    }

    /// A search in a flow.
    package init(_ context: AnalysisContext) {
        self.context = context
        live = context.liveness.live
        run = AbstractInterpreter(context, decided: context.liveness.decided)
    }

    /// The data of a node for which no end can be reached from it, as claims beside those that are known there; nothing if one
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

    /// The claims about the data that a shortest way to an end needs; nothing if there is no way.
    private mutating func path(from location: Location, _ valuation: AbstractState) -> [Literal]? {
        let none = [UInt64](repeating: 0, count: context.table.layout.predicateWords)
        var queue = [Point(location: location, valuation: valuation, fresh: none, needed: [])]
        isSeen = []
        var next = 0
        while next < queue.count {
            if queue.count > Self.maxNodes || context.budget.isSpent {
                isTruncated = true
                return []
            }
            let point = queue[next]
            next += 1
            // To begin anew is no way out, also while a reply is awaited, nor is a fault of the service.
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

    private mutating func points(after transfer: EventTransfer, at point: Point) -> [Point] {
        var fresh = point.fresh
        for item in transfer.change.items { fresh[item.word] |= item.mask }
        for index in fresh.indices { fresh[index] |= transfer.code.changed[index] }
        run.run(transfer, in: point.valuation)
        if run.isTruncated { isTruncated = true }
        var result: [Point] = []
        for path in run.paths {
            let old = path.decisions.filter { fresh[Int($0.predicate) >> 6] >> UInt64($0.predicate & 63) & 1 == 0 }
            guard let location = context.location(after: path, from: point.location) else { continue }
            result.append(
                Point(
                    location: location, valuation: path.valuation.masked(by: live[location.state]),
                    fresh: fresh, needed: point.needed + old))
        }
        return result
    }
}
