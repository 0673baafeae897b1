import FlowModel

/// Looks for paths to places, one situation after the other, until all are found: a guard that can never hold stands in the way of
/// what is left. Counters may be anything.
struct WitnessSearch {
    private let ground: ProofGround
    private var run: BlockRun
    private var isSeen: Set<Point> = []
    /// By state: how often it was entered.
    private var entered: [Int]
    /// By how often the state had been entered before: points to go on from, the newest last. Those in rarely entered states come first.
    private var waiting: [[Point]] = [[]]
    /// None wait before this one.
    private var firstWaiting = 0
    /// By state: the goals that it belongs to.
    private var goals: [[Int]]
    /// Goals that no path was found to.
    private(set) var missing: Set<Int>

    private struct Point: Hashable {
        let place: ProductPlace
        let situation: Situation
    }

    /// A search in a flow for lists of states, of each of which one is to be entered.
    init(_ ground: ProofGround, _ lists: [[StateID]]) {
        self.ground = ground
        run = BlockRun(ground, decided: [:])
        entered = Array(repeating: 0, count: ground.flow.states.count)
        goals = Array(repeating: [], count: ground.flow.states.count)
        missing = Set(lists.indices)
        for (goal, states) in lists.enumerated() { for state in states { goals[state].append(goal) } }
    }

    /// Whether a path leads to each goal. No is no proof: the search is given up after a while.
    mutating func reachesAll() -> Bool {
        isSeen.reserveCapacity(entered.count)
        enter(ground.firstPlace, ground.beginning(counters: false))
        var rest = 2 * entered.count + 1024
        while !missing.isEmpty, rest > 0, !ground.work.isSpent, let point = next() {
            rest -= 1
            let invalid = ground.arrivals.ifInvalid[point.place.state]
            for arrival in ground.arrivals.ofState[point.place.state] {
                run.run(arrival, ifMissing: invalid, in: point.situation)
                for way in run.ways {
                    if let place = ground.place(after: way, from: point.place) { enter(place, way.situation) }
                }
            }
        }
        return missing.isEmpty
    }

    private mutating func enter(_ place: ProductPlace, _ situation: Situation) {
        let point = Point(place: place, situation: situation.withoutCounters)
        guard isSeen.insert(point).inserted else { return }
        let times = entered[place.state]
        entered[place.state] += 1
        if times == 0 { missing.subtract(goals[place.state]) }
        if times == waiting.count { waiting.append([]) }
        waiting[times].append(point)
        firstWaiting = min(firstWaiting, times)
    }

    private mutating func next() -> Point? {
        while firstWaiting < waiting.count {
            if let point = waiting[firstWaiting].popLast() { return point }
            firstWaiting += 1
        }
        return nil
    }
}
