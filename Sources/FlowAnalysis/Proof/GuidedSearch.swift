import FlowModel

/// Looks for shortest conversations that show suspicions to be right. Knowledge of the flow as a whole leads the search: how
/// far it is at least from each place to the one that is looked for.
struct GuidedSearch {
    /// The most points that are gone on from for one suspicion, and for all.
    private static let most = (each: 4096, all: 1 << 15)

    /// The conversations that were found.
    private(set) var product = Product()
    private let ground: ProofGround
    /// By state: what matters there.
    private let live: [LiveSet]
    private var run: BlockRun
    private var rest = Self.most.all
    /// Whether some ways were not followed.
    private var isCutShort = false
    /// What was passed of this tells points apart, one bit each.
    private var lacking: UInt64 = 0

    /// A point that a conversation has come to.
    private struct Point {
        let key: Key
        let passed: UInt64
        let origin: (point: Int, hop: Hop)?
        let length: Int
    }

    private struct Key: Hashable {
        let place: ProductPlace
        /// What was passed of what matters.
        let passed: UInt64
        let situation: Situation
    }

    /// The outcome of a search.
    enum Outcome {
        case found
        /// There is no conversation like that.
        case impossible
        case unknown
    }

    /// A search in a flow of which it is known what can be entered.
    init(_ ground: ProofGround, entered: Set<StateID>) {
        self.ground = ground
        live = ground.liveness.live
        run = BlockRun(ground, decided: ground.liveness.decided)
        product.entered = entered
    }

    /// Looks for a conversation that shows a suspicion, led by the product that it was found in.
    mutating func show(_ suspicion: Suspicion, by whole: Product) -> Outcome {
        let node = whole.nodes[suspicion.node]
        lacking = suspicion.lacking
        return search(Guide(whole, to: [suspicion.node]), refused: suspicion.refused) { key in
            key.place.state == node.state && key.passed == 0 && !key.situation.contradicts(node.situation)
                && suspicion.claims.allSatisfy { key.situation.holds($0.fact) != !$0.holds }
        }
    }

    /// Looks for a conversation that leads to one of some states.
    mutating func reach(_ states: [StateID], by whole: Product) -> Outcome {
        let nodes = whole.nodes.indices.filter { states.contains(whole.nodes[$0].state) }
        let guide = Guide(whole, to: nodes)
        lacking = 0
        let outcome = search(guide, refused: nil) { states.contains($0.place.state) }
        guard outcome == .unknown else { return outcome }
        return search(guide, isGreedy: true, refused: nil) { states.contains($0.place.state) }
    }

    /// Some states are known not to be entered.
    mutating func exclude(_ states: [StateID]) { product.entered.subtract(states) }

    // MARK: Searching

    /// Goes on from the points that may be nearest to the goal, or, if it is greedy, from those at which most facts hold: a goal
    /// that needs much to be done before is out of reach for the first manner.
    private mutating func search(
        _ guide: Guide, isGreedy: Bool = false, refused: EventID?, _ isGoal: (Key) -> Bool
    ) -> Outcome {
        var points: [Point] = []
        var isSeen: Set<Key> = []
        // By rank: points, the newest last. No point waits at a rank before `first`.
        var waiting: [[Int]] = []
        var first = 0
        func add(_ point: Point) {
            guard let least = guide.least(point.key.place.state, point.key.situation), isSeen.insert(point.key).inserted
            else { return }
            let rank =
                isGreedy ? ground.table.facts.count - point.key.situation.holdingCount : point.length + least
            while waiting.count <= rank { waiting.append([]) }
            waiting[rank].append(points.count)
            points.append(point)
            first = min(first, rank)
        }
        add(point(ground.firstPlace, 0, ground.beginning(counters: true), origin: nil, length: 0))
        var count = 0
        while first < waiting.count {
            guard let number = waiting[first].popLast() else {
                first += 1
                continue
            }
            let point = points[number]
            var next: [Point] = []
            let refusals = expand(point, number, &next)
            if isGoal(point.key), refused == nil || refusals.contains(where: { $0.hop.refused == refused }) {
                keep(number, points, refused == nil ? [] : refusals)
                return .found
            }
            count += 1
            rest -= 1
            guard count < Self.most.each, rest > 0, !ground.work.isSpent else { return .unknown }
            for point in next.reversed() { add(point) }
        }
        return isCutShort ? .unknown : .impossible
    }

    private func point(
        _ place: ProductPlace, _ passed: UInt64, _ situation: Situation, origin: (point: Int, hop: Hop)?, length: Int
    ) -> Point {
        let key = Key(place: place, passed: passed & lacking, situation: situation.masked(by: live[place.state]))
        return Point(key: key, passed: passed, origin: origin, length: length)
    }

    private mutating func expand(_ point: Point, _ number: Int, _ next: inout [Point]) -> [Refusal] {
        let key = point.key
        var refusals: [Refusal] = []
        for arrival in ground.arrivals.ofState[key.place.state] {
            run.run(arrival, ifMissing: ground.arrivals.ifInvalid[key.place.state], in: key.situation)
            if run.isCutShort { isCutShort = true }
            refusals += ground.refusals(run.ways, of: arrival)
            for way in run.ways {
                guard let place = ground.place(after: way, from: key.place) else { continue }
                let hop = Hop(arrival, way)
                let passed = ground.passed(
                    after: way, of: arrival, from: key.place.state, point.passed, to: place.state)
                next.append(
                    self.point(place, passed, way.situation, origin: (number, hop), length: point.length + 1))
            }
        }
        return refusals
    }

    /// Keeps a conversation as nodes of the product.
    private mutating func keep(_ last: Int, _ points: [Point], _ refusals: [Refusal]) {
        var numbers = [last]
        while let origin = points[numbers[numbers.count - 1]].origin { numbers.append(origin.point) }
        for number in numbers.reversed() {
            let point = points[number]
            product.nodes.append(
                ProductNode(
                    group: ProductNode.Group(place: point.key.place, passed: point.passed),
                    situation: point.key.situation,
                    origin: point.origin.map { (product.nodes.count - 1, $0.hop) }, isBlurred: false))
        }
        for refusal in refusals { product.refuse(refusal, at: product.nodes.count - 1) }
    }
}
