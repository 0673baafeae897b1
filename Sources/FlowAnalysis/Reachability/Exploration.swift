import FlowModel

/// Explores the reachable abstract states of a flow exhaustively.
///
/// The service answers as its description allows, the host sends any event and value, and handlers return what they
/// declare. Abstract states that agree on all live predicates are one node. If a location has too many states, the
/// exploration widens: it keeps only the join. It then over-approximates: proofs remain valid, and alarms are marked
/// as approximate.
///
/// There are two strategies. Merging joins two states that differ in a single predicate, which loses nothing, and
/// ignores counters: it is fast. Breadth-first search finds shortest paths.
struct Exploration {
    /// How states are explored.
    enum Strategy {
        case merging
        case breadthFirst
    }

    /// The maximum number of states of one location.
    private var maxStates: Int { strategy == .merging ? 64 : 256 }
    /// The maximum number of nodes before every location keeps only one or two states.
    private var maxNodes: Int { (strategy == .merging ? 1 << 12 : 1 << 16) + context.flow.states.count }

    /// The explored graph.
    private(set) var graph: ReachabilityGraph
    private let context: AnalysisContext
    private let liveness: PredicateLiveness
    private let strategy: Strategy
    private var interpreter: AbstractInterpreter
    private var worklist: Worklist
    private var index: [Key: Int] = [:]
    /// By state: its nodes that were not replaced.
    private var members: [[Int]]
    private var widened: [GraphNode.Group: Int] = [:]

    /// By event transfer and live data: the edges that it produced.
    private var expanded: [TransferKey: Range<Int>] = [:]

    private struct TransferKey: Hashable {
        let group: GraphNode.Group
        let position: Int
        let valuation: AbstractState
    }

    private struct Key: Hashable {
        let group: GraphNode.Group
        let valuation: AbstractState
    }

    /// Explores a flow. Only the history variables in `followed` distinguish states; the others count as set.
    init(_ context: AnalysisContext, _ strategy: Strategy, followed: UInt64) {
        graph = ReachabilityGraph(followed: followed)
        self.context = context
        self.strategy = strategy
        liveness = context.liveness
        interpreter = AbstractInterpreter(context, decided: liveness.decided)
        worklist = Worklist(order: strategy == .merging ? context.relation.order : nil)
        members = Array(repeating: [], count: context.flow.states.count)
        let beginning = GraphNode.Group(location: context.initialLocation, passed: ~followed)
        _ = add(beginning, context.beginning(counters: strategy == .breadthFirst), origin: nil, isApproximate: false)
        while let next = worklist.pop() { if graph.replacement[next] == nil { expand(next) } }
        graph.entered = Set(graph.nodes.lazy.map(\.state))
    }

    /// The current limit of states for one location.
    private var stateLimit: Int { graph.nodes.count < maxNodes && !context.budget.isSpent ? maxStates : 1 }

    // MARK: Expanding

    private mutating func expand(_ number: Int) {
        let node = graph.nodes[number]
        for (position, transfer) in context.relation.byState[node.state].enumerated() {
            // The paths of an event depend only on its live data.
            let relevant = node.valuation.masked(by: liveness.needs[node.state][position])
            let key = TransferKey(group: node.group, position: position, valuation: relevant)
            if let known = expanded[key] {
                for index in known {
                    let edge = graph.edges[index]
                    graph.edges.append(edge.moved(from: number))
                }
                continue
            }
            let first = graph.edges.count
            expand(number, node, transfer)
            expanded[key] = first..<graph.edges.count
        }
    }

    private mutating func expand(_ number: Int, _ node: GraphNode, _ transfer: EventTransfer) {
        interpreter.run(transfer, ifMissing: context.relation.ifInvalid[node.state], in: node.valuation)
        if interpreter.isTruncated { graph.isTruncated.insert(node.state) }
        for refusal in context.refusals(interpreter.paths, of: transfer) { graph.refuse(refusal, at: number) }
        for path in interpreter.paths {
            guard let location = context.location(after: path, from: node.group.location) else { continue }
            let label = EdgeLabel(transfer, path)
            let passed = context.passed(after: path, of: transfer, from: node.state, node.passed, to: location.state)
            let group = GraphNode.Group(location: location, passed: passed | ~graph.followed)
            let valuation = path.valuation.masked(by: liveness.live[location.state])
            let target = self.node(group, valuation, from: number, label, isApproximate: node.isApproximate)
            graph.edges.append(GraphEdge(from: number, to: target, transfer, path))
        }
    }

    // MARK: Nodes

    /// Returns the node for a state: one that subsumes it, or a new one.
    private mutating func node(
        _ group: GraphNode.Group, _ valuation: AbstractState, from number: Int, _ label: EdgeLabel, isApproximate: Bool
    ) -> Int {
        // Counters multiply states, and matter least.
        let exact = strategy == .merging ? valuation.withoutCounters : valuation
        if let known = index[Key(group: group, valuation: exact)] { return graph.current(known) }
        if let known = widened[group] {
            let before = graph.nodes[known].valuation
            let common = before.joined(with: exact).droppingFalsePredicates(outside: context.needed)
            return common == before ? known : widen(group, common, from: number, label)
        }
        let others = members[group.location.state].filter { graph.nodes[$0].group == group }
        context.budget.add(others.count)
        let kept = others.count >= stateLimit ? exact.withoutCounters : exact
        if let known = others.first(where: { graph.nodes[$0].valuation.subsumes(kept) }) { return known }
        if others.count >= 2 * stateLimit {
            // Needs depend on present values and fresh sessions; other predicates only distinguish paths.
            let common = others.reduce(kept) { $0.joined(with: graph.nodes[$1].valuation) }
            return widen(group, common.droppingFalsePredicates(outside: context.needed), from: number, label)
        }
        let isApproximate = isApproximate || kept != exact
        guard strategy == .merging else {
            return add(group, kept, origin: (number, label), isApproximate: isApproximate)
        }
        return join(group, kept, others, from: number, label, isApproximate: isApproximate)
    }

    /// Adds a state, merged with its complements.
    private mutating func join(
        _ group: GraphNode.Group, _ valuation: AbstractState, _ others: [Int], from number: Int, _ label: EdgeLabel,
        isApproximate: Bool
    ) -> Int {
        var whole = valuation
        var replaced: [Int] = []
        var others = others
        while let (index, merged) = firstMerged(others, whole) {
            replaced.append(others.remove(at: index))
            whole = merged
        }
        replaced += others.filter { whole.subsumes(graph.nodes[$0].valuation) }
        let added = add(group, whole, origin: (number, label), isApproximate: isApproximate)
        for other in replaced { graph.replacement[other] = added }
        if !replaced.isEmpty { members[group.location.state].removeAll { replaced.contains($0) } }
        return added
    }

    private func firstMerged(_ others: [Int], _ valuation: AbstractState) -> (index: Int, merged: AbstractState)? {
        for (index, other) in others.enumerated() {
            if let merged = graph.nodes[other].valuation.merged(with: valuation) { return (index, merged) }
        }
        return nil
    }

    private mutating func widen(_ group: GraphNode.Group, _ common: AbstractState, from number: Int, _ label: EdgeLabel)
        -> Int
    {
        let added = add(group, common, origin: (number, label), isApproximate: true)
        widened[group] = added
        return added
    }

    private mutating func add(
        _ group: GraphNode.Group, _ valuation: AbstractState, origin: (node: Int, label: EdgeLabel)?,
        isApproximate: Bool
    ) -> Int {
        let number = graph.nodes.count
        index[Key(group: group, valuation: valuation)] = number
        members[group.location.state].append(number)
        let kept = strategy == .breadthFirst ? origin : nil
        graph.nodes.append(GraphNode(group: group, valuation: valuation, origin: kept, isApproximate: isApproximate))
        worklist.push(number, state: group.location.state)
        return number
    }
}
