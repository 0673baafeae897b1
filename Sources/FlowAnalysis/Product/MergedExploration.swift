import FlowModel

/// Goes through a flow with few situations for each place: what all ways to the place have in common, told apart only by some
/// facts.
///
/// That is fast, since each place is looked at a few times only, and what it finds nothing wrong with is right. A fault that it
/// finds may be wrong: facts that only go together are known apart. Telling apart the facts that a finding is about mends most
/// of that. Counters may be anything.
struct MergedExploration {
    /// The things that are told apart.
    struct Distinction: Equatable {
        /// The facts.
        var facts: LiveSet
        /// What was passed of this is told apart, too, one bit each.
        var passed: UInt64 = 0
    }

    /// The product that was found.
    private(set) var product = Product()
    /// Whether everything was followed: there were not too many situations, nor ways through one state.
    var hasAll: Bool { isComplete && product.isCutShort.isEmpty }
    private var isComplete = true
    private let ground: ProofGround
    private let distinction: Distinction
    /// By state: the things that matter there; nothing where none are told apart.
    private let live: [LiveSet]?
    /// By state: those of them that are told apart.
    private let distinct: [LiveSet]?
    private var run: BlockRun
    private var frontier: Frontier
    private var numbers: [Key: Int] = [:]
    private var entries: [Entry] = []

    private struct Key: Hashable {
        let place: ProductPlace
        let passed: UInt64
        let situation: Situation?
    }

    /// The knowledge of a place so far.
    private struct Entry {
        let place: ProductPlace
        var situation: Situation
        /// The places that were passed on all ways to it.
        var passed: UInt64
        var isWaiting = true
        var edges: [ProductEdge] = []
        var refusals: [Refusal] = []
    }

    /// Looks at a flow.
    init(_ ground: ProofGround, _ distinction: Distinction) {
        self.ground = ground
        self.distinction = distinction
        // Where nothing is told apart, it does no harm to know what does not matter.
        let liveness = distinction.facts.isEmpty ? nil : ground.liveness
        live = liveness?.live
        distinct = live?.map { $0.intersection(distinction.facts) }
        run = BlockRun(ground, decided: liveness?.decided ?? [:])
        frontier = Frontier(order: ground.arrivals.order)
        numbers.reserveCapacity(ground.flow.states.count)
        _ = arrive(at: ground.firstPlace, ground.beginning(counters: false), passed: 0)
        let most = 4 * ground.flow.states.count + 256
        while let next = frontier.pop() {
            guard entries.count <= most, !ground.work.isSpent else {
                isComplete = false
                return
            }
            expand(next)
        }
        for (number, entry) in entries.enumerated() {
            product.nodes.append(
                ProductNode(
                    group: ProductNode.Group(place: entry.place, passed: entry.passed), situation: entry.situation,
                    origin: nil, isBlurred: false))
            product.entered.insert(entry.place.state)
            product.edges += entry.edges
            for refusal in entry.refusals { product.refuse(refusal, at: number) }
        }
        // Whoever keeps the product has no use for the way to it.
        entries = []
        numbers = [:]
    }

    private mutating func expand(_ number: Int) {
        entries[number].isWaiting = false
        entries[number].edges.removeAll(keepingCapacity: true)
        entries[number].refusals.removeAll()
        let place = entries[number].place
        let (situation, passed) = (entries[number].situation, entries[number].passed)
        let invalid = ground.arrivals.ifInvalid[place.state]
        for arrival in ground.arrivals.ofState[place.state] {
            run.run(arrival, ifMissing: invalid, in: situation)
            if run.isCutShort { product.isCutShort.insert(place.state) }
            entries[number].refusals += ground.refusals(run.ways, of: arrival)
            for way in run.ways {
                guard let next = ground.place(after: way, from: place) else { continue }
                let passed = ground.passed(after: way, of: arrival, from: place.state, passed, to: next.state)
                let target = arrive(at: next, way.situation, passed: passed)
                entries[number].edges.append(ProductEdge(from: number, to: target, arrival, way))
            }
        }
    }

    /// Something leads to a place, in some situation.
    private mutating func arrive(at place: ProductPlace, _ situation: Situation, passed: UInt64) -> Int {
        let key = Key(
            place: place, passed: passed & distinction.passed,
            situation: distinct.map { situation.masked(by: $0[place.state]) })
        guard let known = numbers[key] else {
            numbers[key] = entries.count
            let kept = (live.map { situation.masked(by: $0[place.state]) } ?? situation).withoutCounters
            entries.append(Entry(place: place, situation: kept, passed: passed))
            frontier.push(entries.count - 1, state: place.state)
            return entries.count - 1
        }
        let isLess = entries[known].situation.formCommon(with: situation)
        let both = entries[known].passed & passed
        guard isLess || both != entries[known].passed else { return known }
        entries[known].passed = both
        if !entries[known].isWaiting {
            entries[known].isWaiting = true
            frontier.push(known, state: place.state)
        }
        return known
    }
}
