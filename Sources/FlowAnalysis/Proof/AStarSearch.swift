import FlowModel

/// Searches for shortest concrete counterexamples, by A* with the over-approximated graph as its heuristic (directed
/// model checking).
struct AStarSearch {
    /// The maximum number of expansions for one alarm, and in total.
    private static let maxExpansions = (each: 4096, all: 1 << 15)

    /// The counterexamples found.
    private(set) var graph = ReachabilityGraph()
    private let context: AnalysisContext
    /// By state: the live predicates and counters.
    private let live: [LiveSet]
    private var interpreter: AbstractInterpreter
    private var rest = Self.maxExpansions.all
    /// Whether some paths were truncated.
    private var isTruncated = false
    /// The history variables that distinguish search nodes, one bit each.
    private var unpassed: UInt64 = 0

    /// A node of the search.
    private struct SearchNode {
        let key: Key
        let passed: UInt64
        let origin: (point: Int, label: EdgeLabel)?
        let length: Int
    }

    private struct Key: Hashable {
        let location: Location
        /// The history variables that distinguish nodes.
        let passed: UInt64
        let valuation: AbstractState
    }

    /// The outcome of a search.
    enum Outcome {
        case found
        /// No counterexample exists.
        case impossible
        case unknown
    }

    /// Prepares searches in a flow whose reachable states are known.
    init(_ context: AnalysisContext, entered: Set<StateID>) {
        self.context = context
        live = context.liveness.live
        interpreter = AbstractInterpreter(context, decided: context.liveness.decided)
        graph.entered = entered
    }

    /// Searches for a counterexample that confirms an alarm, guided by the graph that raised it.
    mutating func show(_ alarm: Alarm, by abstraction: ReachabilityGraph) -> Outcome {
        let node = abstraction.nodes[alarm.node]
        unpassed = alarm.unpassed
        return search(Heuristic(abstraction, to: [alarm.node]), refused: alarm.refused) { key in
            key.location.state == node.state && key.passed == 0 && !key.valuation.contradicts(node.valuation)
                && alarm.literals.allSatisfy { key.valuation.holds($0.predicate) != !$0.holds }
        }
    }

    /// Searches for a path to one of some states.
    mutating func reach(_ states: [StateID], by abstraction: ReachabilityGraph) -> Outcome {
        let nodes = abstraction.nodes.indices.filter { states.contains(abstraction.nodes[$0].state) }
        let heuristic = Heuristic(abstraction, to: nodes)
        unpassed = 0
        let outcome = search(heuristic, refused: nil) { states.contains($0.location.state) }
        guard outcome == .unknown else { return outcome }
        return search(heuristic, isGreedy: true, refused: nil) { states.contains($0.location.state) }
    }

    /// Removes states that are proven unreachable.
    mutating func exclude(_ states: [StateID]) { graph.entered.subtract(states) }

    // MARK: Searching

    /// Expands the node with the least estimated path length. A greedy search expands the node with the most true
    /// predicates instead, since A* does not reach goals with many preconditions within its limit.
    private mutating func search(
        _ heuristic: Heuristic, isGreedy: Bool = false, refused: EventID?, _ isGoal: (Key) -> Bool
    ) -> Outcome {
        var points: [SearchNode] = []
        var isSeen: Set<Key> = []
        // By rank: nodes, the newest last. No node waits at a rank before `first`.
        var waiting: [[Int]] = []
        var first = 0
        func add(_ point: SearchNode) {
            guard let estimate = heuristic.estimate(point.key.location.state, point.key.valuation),
                isSeen.insert(point.key).inserted
            else { return }
            let rank =
                isGreedy ? context.table.predicates.count - point.key.valuation.trueCount : point.length + estimate
            while waiting.count <= rank { waiting.append([]) }
            waiting[rank].append(points.count)
            points.append(point)
            first = min(first, rank)
        }
        add(point(context.initialLocation, 0, context.beginning(counters: true), origin: nil, length: 0))
        var count = 0
        while first < waiting.count {
            guard let number = waiting[first].popLast() else {
                first += 1
                continue
            }
            let point = points[number]
            var next: [SearchNode] = []
            let refusals = expand(point, number, &next)
            if isGoal(point.key), refused == nil || refusals.contains(where: { $0.label.refused == refused }) {
                keep(number, points, refused == nil ? [] : refusals)
                return .found
            }
            count += 1
            rest -= 1
            guard count < Self.maxExpansions.each, rest > 0, !context.budget.isSpent else { return .unknown }
            for point in next.reversed() { add(point) }
        }
        return isTruncated ? .unknown : .impossible
    }

    private func point(
        _ location: Location, _ passed: UInt64, _ valuation: AbstractState, origin: (point: Int, label: EdgeLabel)?,
        length: Int
    ) -> SearchNode {
        let key = Key(
            location: location, passed: passed & unpassed, valuation: valuation.masked(by: live[location.state]))
        return SearchNode(key: key, passed: passed, origin: origin, length: length)
    }

    private mutating func expand(_ point: SearchNode, _ number: Int, _ next: inout [SearchNode]) -> [EventRejection] {
        let key = point.key
        var refusals: [EventRejection] = []
        for transfer in context.relation.byState[key.location.state] {
            interpreter.run(transfer, ifMissing: context.relation.ifInvalid[key.location.state], in: key.valuation)
            if interpreter.isTruncated { isTruncated = true }
            refusals += context.refusals(interpreter.paths, of: transfer)
            for path in interpreter.paths {
                guard let location = context.location(after: path, from: key.location) else { continue }
                let label = EdgeLabel(transfer, path)
                let passed = context.passed(
                    after: path, of: transfer, from: key.location.state, point.passed, to: location.state)
                next.append(
                    self.point(location, passed, path.valuation, origin: (number, label), length: point.length + 1))
            }
        }
        return refusals
    }

    /// Adds a counterexample to the graph.
    private mutating func keep(_ last: Int, _ points: [SearchNode], _ refusals: [EventRejection]) {
        var numbers = [last]
        while let origin = points[numbers[numbers.count - 1]].origin { numbers.append(origin.point) }
        for number in numbers.reversed() {
            let point = points[number]
            graph.nodes.append(
                GraphNode(
                    group: GraphNode.Group(location: point.key.location, passed: point.passed),
                    valuation: point.key.valuation,
                    origin: point.origin.map { (graph.nodes.count - 1, $0.label) }, isApproximate: false))
        }
        for refusal in refusals { graph.refuse(refusal, at: graph.nodes.count - 1) }
    }
}
