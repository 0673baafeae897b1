import FlowModel

/// How far it is at least from anywhere in a flow to some nodes of a product that takes too much for possible, never too little.
struct Heuristic {
    private let abstraction: ReachabilityGraph
    /// By node: the least number of ways to the target; -1 if there is none.
    private let distance: [Int32]
    /// By state: the nodes from which the target can be reached.
    private var nodesOfState: [StateID: [Int]] = [:]

    /// The way to some nodes of a product.
    init(_ abstraction: ReachabilityGraph, to targets: [Int]) {
        self.abstraction = abstraction
        let reversed = Digraph(count: abstraction.nodes.count, edges: abstraction.edges.map { ($0.to, $0.from) })
        distance = reversed.distances(from: targets)
        for (number, node) in abstraction.nodes.enumerated() where distance[number] >= 0 {
            nodesOfState[node.state, default: []].append(number)
        }
    }

    /// How far it is at least from a state in some situation; nothing if there is no way.
    func estimate(_ state: StateID, _ valuation: AbstractState) -> Int? {
        let nodes = (nodesOfState[state] ?? []).lazy.filter { !abstraction.nodes[$0].valuation.contradicts(valuation) }
        return nodes.map { Int(distance[$0]) }.min()
    }
}
