import FlowIR

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
        for (number, node) in abstraction.nodes.indexed() where distance[number] >= 0 {
            nodesOfState[node.state, default: []].append(number)
        }
    }

    /// Returns a lower bound for the number of edges to a target, or nil if no target is reachable.
    func estimate(_ state: StateID, _ valuation: AbstractState) -> Int? {
        let nodes = (nodesOfState[state] ?? []).lazy.filter { !abstraction.nodes[$0].valuation.contradicts(valuation) }
        return nodes.map { Int(distance[$0]) }.min()
    }
}
