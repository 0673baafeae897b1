import FlowIR

/// Searches for witnesses: runs to the goals, in which the counters can have any value. Prefers rarely visited states.
struct WitnessSearch {
    private let context: AnalysisContext
    private var interpreter: AbstractInterpreter
    private var visited: Set<SearchNode> = []
    /// By state: the number of visits.
    private var visitCounts: Table<State, Int>
    /// By number of earlier visits to the state: waiting nodes, the newest last.
    private var waiting: [[SearchNode]] = [[]]
    /// The first index at which a node can wait.
    private var firstWaiting = 0
    /// By state: the goals to which it belongs.
    private var goals: Table<State, [Int]>
    /// The goals without a witness so far.
    private(set) var missing: Set<Int>

    private struct SearchNode: Hashable {
        let location: Location
        let valuation: AbstractState
    }

    /// Prepares a search for goals. A run reaches a goal if it reaches one state of its list.
    init(_ context: AnalysisContext, goals lists: [[StateID]]) {
        self.context = context
        interpreter = AbstractInterpreter(context, decided: [:])
        visitCounts = Table(repeating: 0, count: context.flow.states.count)
        goals = Table(repeating: [], count: context.flow.states.count)
        missing = Set(lists.indices)
        for (goal, states) in lists.enumerated() { for state in states { goals[state].append(goal) } }
    }

    /// The maximum number of expansions: some for each state of the flow, and some more.
    private static let maxExpansions = (perState: 2, more: 1024)

    /// Searches for witnesses, and returns whether every goal has one.
    ///
    /// Leaves the other goals in `missing`. Such a goal can still be reachable, because the search is limited.
    mutating func findWitnesses() -> Bool {
        visited.reserveCapacity(visitCounts.count)
        enter(context.initialLocation, context.initialState(tracksCounters: false))
        var remaining = Self.maxExpansions.perState * visitCounts.count + Self.maxExpansions.more
        while !missing.isEmpty, remaining > 0, !context.budget.isSpent, let node = popNext() {
            remaining -= 1
            expand(node)
        }
        return missing.isEmpty
    }

    /// Executes all events of a node, and schedules the nodes to which they lead.
    private mutating func expand(_ node: SearchNode) {
        let invalid = context.relation.ifInvalid[node.location.state]
        for transfer in context.relation.byState[node.location.state] {
            interpreter.run(transfer, ifMissing: invalid, in: node.valuation)
            for path in interpreter.paths {
                guard let location = context.location(after: path, from: node.location) else { continue }
                enter(location, path.valuation)
            }
        }
    }

    /// Schedules a node, unless it was visited before, and removes the goals of its state from `missing`.
    private mutating func enter(_ location: Location, _ valuation: AbstractState) {
        let node = SearchNode(location: location, valuation: valuation.withoutCounters)
        guard visited.insert(node).inserted else { return }
        let visits = visitCounts[location.state]
        visitCounts[location.state] += 1
        if visits == 0 { missing.subtract(goals[location.state]) }
        if visits == waiting.count { waiting.append([]) }
        waiting[visits].append(node)
        firstWaiting = min(firstWaiting, visits)
    }

    /// Removes and returns a node of the most rarely visited state. Returns nil if no node waits.
    private mutating func popNext() -> SearchNode? {
        while firstWaiting < waiting.count {
            if let node = waiting[firstWaiting].popLast() { return node }
            firstWaiting += 1
        }
        return nil
    }
}
