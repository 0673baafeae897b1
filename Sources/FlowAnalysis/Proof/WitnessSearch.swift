import FlowModel

/// Searches for witnesses: paths to all goals. It prefers rarely visited states and ignores counters.
struct WitnessSearch {
    private let context: AnalysisContext
    private var interpreter: AbstractInterpreter
    private var isSeen: Set<SearchNode> = []
    /// By state: the number of visits.
    private var entered: [Int]
    /// By number of earlier visits to the state: waiting nodes, the newest last.
    private var waiting: [[SearchNode]] = [[]]
    /// No node waits before this index.
    private var firstWaiting = 0
    /// By state: the goals that it belongs to.
    private var goals: [[Int]]
    /// Goals without a witness so far.
    private(set) var missing: Set<Int>

    private struct SearchNode: Hashable {
        let location: Location
        let valuation: AbstractState
    }

    /// Prepares a search for lists of states; one state of each list must be reached.
    init(_ context: AnalysisContext, _ lists: [[StateID]]) {
        self.context = context
        interpreter = AbstractInterpreter(context, decided: [:])
        entered = Array(repeating: 0, count: context.flow.states.count)
        goals = Array(repeating: [], count: context.flow.states.count)
        missing = Set(lists.indices)
        for (goal, states) in lists.enumerated() { for state in states { goals[state].append(goal) } }
    }

    /// Whether all goals have witnesses. False proves nothing: the search is truncated.
    mutating func reachesAll() -> Bool {
        isSeen.reserveCapacity(entered.count)
        enter(context.initialLocation, context.beginning(counters: false))
        var rest = 2 * entered.count + 1024
        while !missing.isEmpty, rest > 0, !context.budget.isSpent, let point = next() {
            rest -= 1
            let invalid = context.relation.ifInvalid[point.location.state]
            for transfer in context.relation.byState[point.location.state] {
                interpreter.run(transfer, ifMissing: invalid, in: point.valuation)
                for path in interpreter.paths {
                    if let location = context.location(after: path, from: point.location) {
                        enter(location, path.valuation)
                    }
                }
            }
        }
        return missing.isEmpty
    }

    private mutating func enter(_ location: Location, _ valuation: AbstractState) {
        let point = SearchNode(location: location, valuation: valuation.withoutCounters)
        guard isSeen.insert(point).inserted else { return }
        let times = entered[location.state]
        entered[location.state] += 1
        if times == 0 { missing.subtract(goals[location.state]) }
        if times == waiting.count { waiting.append([]) }
        waiting[times].append(point)
        firstWaiting = min(firstWaiting, times)
    }

    private mutating func next() -> SearchNode? {
        while firstWaiting < waiting.count {
            if let point = waiting[firstWaiting].popLast() { return point }
            firstWaiting += 1
        }
        return nil
    }
}
