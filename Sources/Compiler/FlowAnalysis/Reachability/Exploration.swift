import FlowIR

/// Explores the reachable abstract states of a flow exhaustively.
///
/// The service answers as its description allows, the host sends any event and value, and handlers return what they
/// declare. Abstract states that agree on all live predicates and counters are one node. If a location has too many
/// states, the exploration widens them to their join. It then over-approximates, so proofs remain valid, and marks the
/// affected nodes as approximate.
struct Exploration {
    /// The strategy of the exploration.
    enum Strategy {
        /// Merges states that differ in the value of one predicate, and ignores counters. This is fast.
        case merging
        /// Visits the states in the order of their distance, which gives shortest paths.
        case breadthFirst
    }

    /// The number of states of one group from which further states lose their counters.
    private var maxStates: Int { strategy == .merging ? 64 : 256 }
    /// The number of nodes from which each group is widened after two states.
    private var maxNodes: Int { (strategy == .merging ? 1 << 12 : 1 << 16) + context.flow.states.count }

    private(set) var graph: ReachabilityGraph
    private let context: AnalysisContext
    private let liveness: PredicateLiveness
    private let strategy: Strategy
    private var interpreter: AbstractInterpreter
    private var worklist: Worklist<GraphNode>
    /// By group and abstract state: the node.
    private var nodeIDs: [Key: GraphNodeID] = [:]
    /// By state: its nodes that were not replaced.
    private var members: Table<State, [GraphNodeID]>
    /// By group: the node to which its states were widened.
    private var widened: [GraphNode.Group: GraphNodeID] = [:]

    /// By event transfer and live data: the indices of the resulting edges.
    private var expanded: [TransferKey: Range<Int>] = [:]

    /// The data on which the edges of an event from a node depend.
    private struct TransferKey: Hashable {
        let group: GraphNode.Group
        /// The index of the event's transfer in its state.
        let position: Int
        let valuation: AbstractState
    }

    /// The properties that distinguish nodes.
    private struct Key: Hashable {
        let group: GraphNode.Group
        let valuation: AbstractState
    }

    /// Explores a flow completely. Only the history variables in `tracked` distinguish states. The others count as set.
    init(_ context: AnalysisContext, _ strategy: Strategy, tracked: UInt64) {
        graph = ReachabilityGraph(tracked: tracked)
        self.context = context
        self.strategy = strategy
        liveness = context.liveness
        interpreter = AbstractInterpreter(context, decided: liveness.decided)
        worklist = Worklist(order: strategy == .merging ? context.relation.order : nil)
        members = Table(repeating: [], count: context.flow.states.count)
        let root = GraphNode.Group(location: context.initialLocation, passed: ~tracked)
        let initial = context.initialState(tracksCounters: strategy == .breadthFirst)
        add(root, initial, origin: nil, isApproximate: false)
        while let next = worklist.pop() { if graph.replacement[next] == nil { expand(next) } }
        graph.entered = Set(graph.nodes.lazy.map(\.state))
    }

    /// The current value of `maxStates`. It is 1 when the graph is large or the budget is spent.
    private var stateLimit: Int { graph.nodes.count < maxNodes && !context.budget.isSpent ? maxStates : 1 }
    /// The number of states of one group from which they are widened to their join.
    private var wideningThreshold: Int { 2 * stateLimit }

    // MARK: Expanding

    /// Adds the edges of a node. For each event, reuses the edges of an earlier node with the same live data.
    private mutating func expand(_ id: GraphNodeID) {
        let node = graph.nodes[id]
        for (position, transfer) in context.relation.byState[node.state].enumerated() {
            // The paths of an event depend only on its live data. The earlier node has already recorded its rejections.
            let relevant = node.valuation.masked(by: liveness.beforeEvents[node.state][position])
            let key = TransferKey(group: node.group, position: position, valuation: relevant)
            if let known = expanded[key] {
                for index in known {
                    let edge = graph.edges[index]
                    graph.edges.append(edge.withSource(id))
                }
                continue
            }
            let first = graph.edges.count
            expand(id, node, by: transfer)
            expanded[key] = first..<graph.edges.count
        }
    }

    /// Executes an event at a node, and adds the resulting edges, targets and rejections.
    private mutating func expand(_ id: GraphNodeID, _ node: GraphNode, by transfer: EventTransfer) {
        interpreter.run(transfer, ifMissing: context.relation.ifInvalid[node.state], in: node.valuation)
        if interpreter.isTruncated { graph.truncatedStates.insert(node.state) }
        for rejection in context.rejections(among: interpreter.paths, of: transfer) {
            graph.record(rejection, at: id)
        }
        for path in interpreter.paths {
            guard let location = context.location(after: path, from: node.group.location) else { continue }
            let label = EdgeLabel(transfer, path)
            let passed = context.passedBits(
                after: path, of: transfer, from: node.state, node.passed, to: location.state)
            let group = GraphNode.Group(location: location, passed: passed | ~graph.tracked)
            let valuation = path.valuation.masked(by: liveness.live[location.state])
            let target = findOrAdd(group, valuation, origin: (id, label), isApproximate: node.isApproximate)
            graph.edges.append(GraphEdge(from: id, to: target, on: transfer, along: path))
        }
    }

    // MARK: Nodes

    /// Returns the id of a node that subsumes an abstract state, and adds such a node if there is none.
    ///
    /// `origin` is the predecessor, with the label of the edge. The new node is approximate if `isApproximate` is true,
    /// or if the limits of the exploration weaken the state.
    private mutating func findOrAdd(
        _ group: GraphNode.Group, _ valuation: AbstractState, origin: (node: GraphNodeID, label: EdgeLabel),
        isApproximate: Bool
    ) -> GraphNodeID {
        // Counters multiply the states, but few findings depend on them.
        let state = strategy == .merging ? valuation.withoutCounters : valuation
        if let known = nodeIDs[Key(group: group, valuation: state)] { return graph.replacement(of: known) }
        if let known = widened[group] { return widenFurther(known, to: state, origin: origin) }
        // Use a node that is at least as general, if there is one. If the group has many states, ignore the counters.
        let others = members[group.location.state].filter { graph.nodes[$0].group == group }
        context.budget.spend(others.count)
        let kept = others.count >= stateLimit ? state.withoutCounters : state
        if let known = others.first(where: { graph.nodes[$0].valuation.subsumes(kept) }) { return known }
        return addUncovered(group, kept, others, origin: origin, isApproximate: isApproximate || kept != state)
    }

    /// Adds a node for a state that no other node of the group subsumes, and returns its id.
    private mutating func addUncovered(
        _ group: GraphNode.Group, _ state: AbstractState, _ others: [GraphNodeID],
        origin: (node: GraphNodeID, label: EdgeLabel), isApproximate: Bool
    ) -> GraphNodeID {
        // With too many states, join them to one node.
        if others.count >= wideningThreshold {
            let common = others.reduce(state) { $0.joined(with: graph.nodes[$1].valuation) }
            return widen(group, to: withoutFalsePredicates(common), origin: origin)
        }
        switch strategy {
        case .breadthFirst: return add(group, state, origin: origin, isApproximate: isApproximate)
        case .merging: return addMerged(group, state, others, origin: origin, isApproximate: isApproximate)
        }
    }

    /// Returns a widened node that subsumes a state: the known one, or a new node for the join of both.
    private mutating func widenFurther(
        _ known: GraphNodeID, to state: AbstractState, origin: (node: GraphNodeID, label: EdgeLabel)
    ) -> GraphNodeID {
        let node = graph.nodes[known]
        let common = withoutFalsePredicates(node.valuation.joined(with: state))
        return common == node.valuation ? known : widen(node.group, to: common, origin: origin)
    }

    /// Returns a joined state without the false predicates, except those over sessions.
    ///
    /// The checks need true predicates and fresh sessions. Other literals only distinguish paths.
    private func withoutFalsePredicates(_ common: AbstractState) -> AbstractState {
        common.droppingFalsePredicates(outside: context.sessionPredicates)
    }

    /// Adds a node for a state. Merges it with each of `others` that differs from it in the value of one predicate.
    ///
    /// The node replaces the merged nodes and the nodes that it subsumes. Returns its id.
    private mutating func addMerged(
        _ group: GraphNode.Group, _ valuation: AbstractState, _ others: [GraphNodeID],
        origin: (node: GraphNodeID, label: EdgeLabel), isApproximate: Bool
    ) -> GraphNodeID {
        var union = valuation
        var replaced: [GraphNodeID] = []
        var candidates = others
        while let (index, merged) = firstMerge(of: union, with: candidates) {
            replaced.append(candidates.remove(at: index))
            union = merged
        }
        replaced += candidates.filter { union.subsumes(graph.nodes[$0].valuation) }
        let added = add(group, union, origin: origin, isApproximate: isApproximate)
        for other in replaced { graph.replacement[other] = added }
        if !replaced.isEmpty { members[group.location.state].removeAll { replaced.contains($0) } }
        return added
    }

    /// Returns the exact union of a state with the first node that has one, and the index of this node.
    ///
    /// Returns nil if no node has an exact union with the state.
    private func firstMerge(
        of valuation: AbstractState, with candidates: [GraphNodeID]
    ) -> (index: Int, merged: AbstractState)? {
        for (index, candidate) in candidates.enumerated() {
            if let merged = graph.nodes[candidate].valuation.merged(with: valuation) { return (index, merged) }
        }
        return nil
    }

    /// Adds the node to which later states of a group are widened, and returns its id.
    private mutating func widen(
        _ group: GraphNode.Group, to common: AbstractState, origin: (node: GraphNodeID, label: EdgeLabel)
    ) -> GraphNodeID {
        let added = add(group, common, origin: origin, isApproximate: true)
        widened[group] = added
        return added
    }

    /// Adds a node, and schedules its expansion. Returns its id.
    @discardableResult
    private mutating func add(
        _ group: GraphNode.Group, _ valuation: AbstractState, origin: (node: GraphNodeID, label: EdgeLabel)?,
        isApproximate: Bool
    ) -> GraphNodeID {
        let kept = strategy == .breadthFirst ? origin : nil
        let id = graph.nodes.add(
            GraphNode(group: group, valuation: valuation, origin: kept, isApproximate: isApproximate))
        nodeIDs[Key(group: group, valuation: valuation)] = id
        members[group.location.state].append(id)
        worklist.push(id, state: group.location.state)
        return id
    }
}
