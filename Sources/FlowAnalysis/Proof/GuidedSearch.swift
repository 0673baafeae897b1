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

    /// A point that a conversation has come to.
    private struct Point {
        let key: Key
        let origin: (point: Int, hop: Hop)?
        let length: Int
    }

    private struct Key: Hashable {
        let place: ProductPlace
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
        return search(Guide(whole, to: [suspicion.node]), refused: suspicion.refused) { key in
            key.place.state == node.state && key.passed & suspicion.lacking == 0
                && !key.situation.contradicts(node.situation)
                && suspicion.claims.allSatisfy { key.situation.holds($0.fact) != !$0.holds }
        }
    }

    /// Looks for a conversation that leads to one of some states.
    mutating func reach(_ states: [StateID], by whole: Product) -> Outcome {
        let nodes = whole.nodes.indices.filter { states.contains(whole.nodes[$0].state) }
        return search(Guide(whole, to: nodes), refused: nil) { states.contains($0.place.state) }
    }

    /// Some states are known not to be entered.
    mutating func exclude(_ states: [StateID]) { product.entered.subtract(states) }

    // MARK: Searching

    private mutating func search(_ guide: Guide, refused: EventID?, _ isGoal: (Key) -> Bool) -> Outcome {
        var points: [Point] = []
        var isSeen: Set<Key> = []
        // By the least length of a conversation through a point: points, the newest last.
        var waiting: [[Int]] = []
        var count = 0
        func add(_ point: Point) {
            guard let least = guide.least(point.key.place.state, point.key.situation), isSeen.insert(point.key).inserted
            else { return }
            while waiting.count <= point.length + least { waiting.append([]) }
            waiting[point.length + least].append(points.count)
            points.append(point)
        }
        add(Point(key: beginning, origin: nil, length: 0))
        var length = 0
        while length < waiting.count {
            guard let number = waiting[length].popLast() else {
                length += 1
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
            guard count < Self.most.each, rest > 0 else { return .unknown }
            for point in next.reversed() { add(point) }
            // A point may be nearer than was known before.
            length = min(length, next.isEmpty ? length : point.length)
        }
        return isCutShort ? .unknown : .impossible
    }

    private var beginning: Key { key(ground.firstPlace, 0, ground.beginning(counters: true)) }

    private func key(_ place: ProductPlace, _ passed: UInt64, _ situation: Situation) -> Key {
        Key(place: place, passed: passed, situation: situation.masked(by: live[place.state]))
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
                    after: way, of: arrival, from: key.place.state, key.passed, to: place.state)
                next.append(
                    Point(
                        key: self.key(place, passed, way.situation), origin: (number, hop), length: point.length + 1))
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
                    group: ProductNode.Group(place: point.key.place, passed: point.key.passed),
                    situation: point.key.situation,
                    origin: point.origin.map { (product.nodes.count - 1, $0.hop) }, isBlurred: false))
        }
        for refusal in refusals { product.refuse(refusal, at: product.nodes.count - 1) }
    }
}
