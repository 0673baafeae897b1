import FlowModel

/// Goes through everything that a flow can come to: the product of its states and what is known of its data.
///
/// The service answers as its description allows, the host says and gives what it wants, handlers give what they declare.
/// Situations that nothing tells apart any more are one. Where a state has too many, what they do not share
/// is forgotten: what is proven stays true, what is refuted may be wrong, and is marked as such.
///
/// There are two ways to explore. The first joins situations that differ in a single fact as soon as both are found, and lets counters
/// be anything: that is fast, and as exact about data. The second goes breadth first, so that the first path to
/// anything is a shortest one.
struct Exploration {
    /// How situations are gone through.
    enum Strategy {
        case merging
        case breadthFirst
    }

    /// The most situations of one state that are told apart.
    private var maxStates: Int { strategy == .merging ? 64 : 256 }
    /// The most nodes before all states have but one or two situations.
    private var maxNodes: Int { (strategy == .merging ? 1 << 12 : 1 << 16) + context.flow.states.count }

    /// The product that was found.
    private(set) var graph: ReachabilityGraph
    private let context: AnalysisContext
    private let liveness: PredicateLiveness
    private let strategy: Strategy
    private var run: AbstractInterpreter
    private var worklist: Worklist
    private var index: [Key: Int] = [:]
    /// By state: its nodes that were not replaced.
    private var members: [[Int]]
    private var widened: [GraphNode.Group: Int] = [:]

    /// By arrival and what mattered to it: the edges that it led to.
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

    /// Explores a flow. Of what was passed, only `followed` tells situations apart; the rest counts as passed.
    init(_ context: AnalysisContext, _ strategy: Strategy, followed: UInt64) {
        graph = ReachabilityGraph(followed: followed)
        self.context = context
        self.strategy = strategy
        liveness = context.liveness
        run = AbstractInterpreter(context, decided: liveness.decided)
        worklist = Worklist(order: strategy == .merging ? context.relation.order : nil)
        members = Array(repeating: [], count: context.flow.states.count)
        let beginning = GraphNode.Group(location: context.initialLocation, passed: ~followed)
        _ = add(beginning, context.beginning(counters: strategy == .breadthFirst), origin: nil, isApproximate: false)
        while let next = worklist.pop() { if graph.replacement[next] == nil { expand(next) } }
        graph.entered = Set(graph.nodes.lazy.map(\.state))
    }

    /// The most situations of one state for now.
    private var stateLimit: Int { graph.nodes.count < maxNodes && !context.budget.isSpent ? maxStates : 1 }

    // MARK: Expanding

    private mutating func expand(_ number: Int) {
        let node = graph.nodes[number]
        for (position, transfer) in context.relation.byState[node.state].enumerated() {
            // The ways of an arrival depend on no more than what matters to it.
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
        run.run(transfer, ifMissing: context.relation.ifInvalid[node.state], in: node.valuation)
        if run.isTruncated { graph.isTruncated.insert(node.state) }
        for refusal in context.refusals(run.paths, of: transfer) { graph.refuse(refusal, at: number) }
        for path in run.paths {
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

    /// The node for a situation: one that covers it, or a new one.
    private mutating func node(
        _ group: GraphNode.Group, _ valuation: AbstractState, from number: Int, _ label: EdgeLabel, isApproximate: Bool
    ) -> Int {
        // Counters are what multiplies situations, and what matters least.
        let exact = strategy == .merging ? valuation.withoutCounters : valuation
        if let known = index[Key(group: group, valuation: exact)] { return graph.current(known) }
        if let known = widened[group] {
            let before = graph.nodes[known].valuation
            let common = before.join(with: exact).restricted(to: context.needed)
            return common == before ? known : widen(group, common, from: number, label)
        }
        let others = members[group.location.state].filter { graph.nodes[$0].group == group }
        context.budget.add(others.count)
        let kept = others.count >= stateLimit ? exact.withoutCounters : exact
        if let known = others.first(where: { graph.nodes[$0].valuation.subsumes(kept) }) { return known }
        if others.count >= 2 * stateLimit {
            // States need values that are there, and sessions that were not used up; the rest only tells ways apart.
            let common = others.reduce(kept) { $0.join(with: graph.nodes[$1].valuation) }
            return widen(group, common.restricted(to: context.needed), from: number, label)
        }
        let isApproximate = isApproximate || kept != exact
        guard strategy == .merging else {
            return add(group, kept, origin: (number, label), isApproximate: isApproximate)
        }
        return join(group, kept, others, from: number, label, isApproximate: isApproximate)
    }

    /// Adds a situation together with those that it makes a whole with.
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
