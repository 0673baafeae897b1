import FlowModel

/// Finds out whether an end can be reached from a step whatever the data are.
///
/// Host, service and handlers help: what they give on the way is as it must be. Facts that were known or open before they could
/// say anything is as it is, so each way to an end that depends on it counts for one part of the data only.
package struct EscapeSearch {
    /// The most nodes that are looked at for one part of the data.
    static let mostNodes = 4096
    /// The most parts of the data of one step.
    static let mostParts = 64

    private let ground: ProofGround
    /// By state: what matters there.
    private let live: [LiveSet]
    private var run: BlockRun
    private var isSeen: Set<Point> = []
    /// Whether the last search was given up, so that what it did not find may be there.
    package private(set) var isCutShort = false

    /// Where a search has come to.
    private struct Point: Hashable {
        let place: ProductPlace
        let situation: Situation
        /// Facts that were decided anew on the way, one bit each.
        let fresh: [UInt64]
        /// The claims about the data at the step that this way needs.
        let needed: [Claim]
    }

    /// A search in a flow.
    package init(_ ground: ProofGround) {
        self.ground = ground
        live = ground.liveness.live
        run = BlockRun(ground, decided: ground.liveness.decided)
    }

    /// The data of a node for which no end can be reached from it, as claims beside those that are known there; nothing if one
    /// always can.
    package mutating func trap(_ node: ProductNode) -> [Claim]? {
        isCutShort = false
        var parts: [(situation: Situation, claims: [Claim])] = ground.counterReach.extremes(
            node.situation, in: node.state
        )
        .map { ($0.masked(by: live[node.state]), []) }
        var count = 0
        while let part = parts.popLast() {
            guard count < Self.mostParts else {
                isCutShort = true
                return nil
            }
            count += 1
            guard let needed = way(from: node.group.place, part.situation) else { return part.claims }
            var rest = part
            for claim in needed where rest.situation.holds(claim.fact) == nil {
                var other = rest
                other.situation.set(claim.fact, !claim.holds)
                other.claims.append(Claim(claim.fact, !claim.holds))
                if ground.consistency.allows(claim.fact, !claim.holds, in: rest.situation) { parts.append(other) }
                rest.situation.set(claim.fact, claim.holds)
                rest.claims.append(claim)
            }
        }
        return nil
    }

    /// The claims about the data that a shortest way to an end needs; nothing if there is no way.
    private mutating func way(from place: ProductPlace, _ situation: Situation) -> [Claim]? {
        let none = [UInt64](repeating: 0, count: ground.table.layout.factWords)
        var queue = [Point(place: place, situation: situation, fresh: none, needed: [])]
        isSeen = []
        var next = 0
        while next < queue.count {
            if queue.count > Self.mostNodes || ground.work.isSpent {
                isCutShort = true
                return []
            }
            let point = queue[next]
            next += 1
            // To begin anew is no way out, also while a reply is awaited, nor is a fault of the service.
            for arrival in ground.arrivals.ofState[point.place.state] where !arrival.isStart && !arrival.isInvalid {
                for found in points(after: arrival, at: point) {
                    if ground.flow.states[found.place.state].isEnd { return found.needed }
                    if isSeen.insert(found).inserted { queue.append(found) }
                }
            }
        }
        return nil
    }

    private mutating func points(after arrival: Arrival, at point: Point) -> [Point] {
        var fresh = point.fresh
        for item in arrival.change.items { fresh[item.word] |= item.mask }
        for index in fresh.indices { fresh[index] |= arrival.code.changed[index] }
        run.run(arrival, in: point.situation)
        if run.isCutShort { isCutShort = true }
        var result: [Point] = []
        for way in run.ways {
            let old = way.decisions.filter { fresh[Int($0.fact) >> 6] >> UInt64($0.fact & 63) & 1 == 0 }
            guard let place = ground.place(after: way, from: point.place) else { continue }
            result.append(
                Point(
                    place: place, situation: way.situation.masked(by: live[place.state]),
                    fresh: fresh, needed: point.needed + old))
        }
        return result
    }
}
