import FlowIR

/// Searches for short counterexamples by A*, with the over-approximated graph as its heuristic.
///
/// This is known as directed model checking.
struct AStarSearch {
    /// The maximum number of expansions for one search, and for all searches.
    private static let maxExpansions = (each: 4096, all: 1 << 15)

    /// The counterexamples found so far.
    private(set) var graph = ReachabilityGraph()
    private let context: AnalysisContext
    /// By state: the live predicates and counters.
    private let live: Table<State, LiveSet>
    private var interpreter: AbstractInterpreter
    private var remainingExpansions = Self.maxExpansions.all
    /// Whether the paths of some event were truncated.
    private var isTruncated = false
    /// The history variables that distinguish search nodes, one bit each.
    private var unpassed: UInt64 = 0

    private struct SearchNode {
        let key: Key
        /// The history variables that are set, one bit each.
        let passed: UInt64
        /// The predecessor, with the label of the edge, or nil for the root.
        let origin: (node: Int, label: EdgeLabel)?
        /// The length of the path from the root.
        let length: Int
    }

    /// The properties that distinguish search nodes.
    private struct Key: Hashable {
        let location: Location
        /// The history variables that are set and distinguish nodes, one bit each.
        let passed: UInt64
        let valuation: AbstractState
    }

    /// A priority queue of node indices. Among nodes of equal rank, the newest is first.
    private struct NodeQueue {
        /// By rank: the waiting nodes, the newest last.
        private var waiting: [[Int]] = []
        /// The least rank at which a node can wait.
        private var firstRank = 0

        /// Adds a node with a rank. Nodes with a smaller rank come first.
        mutating func push(_ node: Int, rank: Int) {
            while waiting.count <= rank { waiting.append([]) }
            waiting[rank].append(node)
            firstRank = min(firstRank, rank)
        }

        /// Removes and returns the first node, or returns nil if no node waits.
        mutating func pop() -> Int? {
            while firstRank < waiting.count {
                if let node = waiting[firstRank].popLast() { return node }
                firstRank += 1
            }
            return nil
        }
    }

    /// The open list of a search: its nodes, with a queue of the nodes to expand.
    private struct OpenList {
        private(set) var nodes: [SearchNode] = []
        private var visited: Set<Key> = []
        private var waiting = NodeQueue()
        private let heuristic: Heuristic
        private let isGreedy: Bool
        private let predicateCount: Int

        /// Creates an empty list. `predicateCount` is the number of predicates of an abstract state.
        init(_ heuristic: Heuristic, isGreedy: Bool, predicateCount: Int) {
            self.heuristic = heuristic
            self.isGreedy = isGreedy
            self.predicateCount = predicateCount
        }

        /// Adds a node to the queue, unless it cannot reach the goal or has the key of an earlier node.
        mutating func schedule(_ node: SearchNode) {
            guard let estimate = heuristic.estimate(node.key.location.state, node.key.valuation),
                visited.insert(node.key).inserted
            else { return }
            let greedyRank = predicateCount - node.key.valuation.trueCount
            waiting.push(nodes.count, rank: isGreedy ? greedyRank : node.length + estimate)
            nodes.append(node)
        }

        /// Removes the first node from the queue and returns its index, or returns nil if no node waits.
        mutating func pop() -> Int? { waiting.pop() }
    }

    /// The outcome of a search.
    enum Outcome {
        /// The search found a path, and added it to the graph.
        case found
        /// No path exists.
        case impossible
        /// The search reached a limit.
        case unknown
    }

    /// Prepares searches in a flow. `entered` has the states that may be reachable.
    init(_ context: AnalysisContext, entered: Set<StateID>) {
        self.context = context
        live = context.liveness.live
        interpreter = AbstractInterpreter(context, decided: context.liveness.decided)
        graph.entered = entered
    }

    /// Searches for a counterexample that confirms an alarm, guided by the graph on which it was raised.
    ///
    /// Adds the counterexample to `graph`.
    mutating func confirm(_ alarm: Alarm, guidedBy abstraction: ReachabilityGraph) -> Outcome {
        let node = abstraction.nodes[alarm.node]
        unpassed = alarm.unpassed
        return search(Heuristic(abstraction, to: [alarm.node]), rejectedEvent: alarm.rejectedEvent) { key in
            // A key has only the history variables in `unpassed`, none of which may be set.
            key.location.state == node.state && key.passed == 0 && !key.valuation.contradicts(node.valuation)
                && alarm.literals.allSatisfy { key.valuation.isCompatible(with: $0) }
        }
    }

    /// Searches for a path to one of some states, guided by an over-approximated graph.
    ///
    /// If the search for a shortest path reaches a limit, searches greedily for any path.
    mutating func reach(_ states: [StateID], guidedBy abstraction: ReachabilityGraph) -> Outcome {
        let nodes = abstraction.nodes.indices.filter { states.contains(abstraction.nodes[$0].state) }
        let heuristic = Heuristic(abstraction, to: nodes)
        unpassed = 0
        let outcome = search(heuristic, rejectedEvent: nil) { states.contains($0.location.state) }
        guard outcome == .unknown else { return outcome }
        return search(heuristic, isGreedy: true, rejectedEvent: nil) { states.contains($0.location.state) }
    }

    /// Removes some states from the graph's reachable states, because a search proved that no path leads to them.
    mutating func exclude(_ states: [StateID]) { graph.entered.subtract(states) }

    // MARK: Searching

    /// Searches for a path to a node that satisfies `isGoal` and, if `rejectedEvent` is not nil, rejects this event.
    ///
    /// Expands the node with the least estimated path length. A greedy search instead expands the node with the most
    /// true predicates, since A* does not reach goals with many preconditions within its limit.
    private mutating func search(
        _ heuristic: Heuristic, isGreedy: Bool = false, rejectedEvent: EventID?, _ isGoal: (Key) -> Bool
    ) -> Outcome {
        var openList = OpenList(
            heuristic, isGreedy: isGreedy, predicateCount: context.table.predicates.count)
        let initial = context.initialState(tracksCounters: true)
        openList.schedule(makeNode(context.initialLocation, 0, initial, origin: nil, length: 0))
        var expansions = 0
        while let index = openList.pop() {
            let node = openList.nodes[index]
            let (successors, rejections) = expand(node, at: index)
            let isRejecting = rejections.contains { $0.label.rejectedEvent == rejectedEvent }
            if isGoal(node.key), rejectedEvent == nil || isRejecting {
                addCounterexample(to: index, openList.nodes, rejectedEvent == nil ? [] : rejections)
                return .found
            }
            expansions += 1
            remainingExpansions -= 1
            guard expansions < Self.maxExpansions.each, remainingExpansions > 0, !context.budget.isSpent else {
                return .unknown
            }
            // The queue returns the last node of a rank first, so the first successor is added last.
            for successor in successors.reversed() { openList.schedule(successor) }
        }
        return isTruncated ? .unknown : .impossible
    }

    /// Creates a search node whose key has only the predicates and counters that are live at its location.
    private func makeNode(
        _ location: Location, _ passed: UInt64, _ valuation: AbstractState, origin: (node: Int, label: EdgeLabel)?,
        length: Int
    ) -> SearchNode {
        let key = Key(
            location: location, passed: passed & unpassed, valuation: valuation.masked(by: live[location.state]))
        return SearchNode(key: key, passed: passed, origin: origin, length: length)
    }

    /// Executes all events of the node at an index, and returns its successors and the events that it rejects.
    private mutating func expand(
        _ node: SearchNode, at index: Int
    ) -> (successors: [SearchNode], rejections: [EventRejection]) {
        let key = node.key
        var successors: [SearchNode] = []
        var rejections: [EventRejection] = []
        for transfer in context.relation.byState[key.location.state] {
            interpreter.run(transfer, ifMissing: context.relation.ifInvalid[key.location.state], in: key.valuation)
            if interpreter.isTruncated { isTruncated = true }
            rejections += context.rejections(among: interpreter.paths, of: transfer)
            for path in interpreter.paths {
                guard let location = context.location(after: path, from: key.location) else { continue }
                let label = EdgeLabel(transfer, path)
                let passed = context.passedBits(
                    after: path, of: transfer, from: key.location.state, node.passed, to: location.state)
                let origin = (node: index, label: label)
                successors.append(makeNode(location, passed, path.valuation, origin: origin, length: node.length + 1))
            }
        }
        return (successors, rejections)
    }

    /// Adds the path from the root to a search node to `graph`, with the events that the node rejects.
    private mutating func addCounterexample(to last: Int, _ nodes: [SearchNode], _ rejections: [EventRejection]) {
        // The indices of the nodes on the path, in reverse order.
        var path = [last]
        while let origin = nodes[path[path.count - 1]].origin { path.append(origin.node) }
        var previous = graph.nodes.endIndex
        for index in path.reversed() {
            let node = nodes[index]
            previous = graph.nodes.add(
                GraphNode(
                    group: GraphNode.Group(location: node.key.location, passed: node.passed),
                    valuation: node.key.valuation,
                    origin: node.origin.map { (previous, $0.label) }, isApproximate: false))
        }
        for rejection in rejections { graph.record(rejection, at: previous) }
    }
}

/// An admissible heuristic: the minimum distance to target nodes in an over-approximated graph.
struct Heuristic {
    private let abstraction: ReachabilityGraph
    /// By node: the minimum number of edges to a target, or -1 if no target is reachable.
    private let distance: Table<GraphNode, Int32>
    /// By state: the nodes that can reach a target.
    private var nodesOfState: [StateID: [GraphNodeID]] = [:]

    /// Computes the distance of each node in a graph to the nearest target.
    init(_ abstraction: ReachabilityGraph, to targets: [GraphNodeID]) {
        self.abstraction = abstraction
        let reversed = Digraph<GraphNode>(
            count: abstraction.nodes.count, edges: abstraction.edges.map { ($0.to, $0.from) })
        distance = reversed.distances(from: targets)
        for (id, node) in abstraction.nodes.indexed() where distance[id] >= 0 {
            nodesOfState[node.state, default: []].append(id)
        }
    }

    /// Returns a lower bound for the number of edges to a target. Returns nil if no target is reachable.
    func estimate(_ state: StateID, _ valuation: AbstractState) -> Int? {
        let nodes = (nodesOfState[state] ?? []).lazy.filter { !abstraction.nodes[$0].valuation.contradicts(valuation) }
        return nodes.map { Int(distance[$0]) }.min()
    }
}
