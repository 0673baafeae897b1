package import FlowIR

extension LoweredFlow {
    /// Returns the identifier of a state's node, or the name of a state without a node.
    ///
    /// For the additional node of the control flow graph, returns "the last step".
    package func nodeName(_ state: StateID) -> String {
        guard states.indices.contains(state) else { return "the last step" }
        return states[state].node.map { nodes[$0].id } ?? states[state].name
    }

    /// The maximum number of nodes in the description of a path.
    private static let maxNodesInPath = 16

    /// Describes a path as `a -> b -> a`.
    ///
    /// Consecutive states of a node count once. A path within a single node is written `a -> a`, and a long path is
    /// shortened in its middle.
    package func describePath(through states: [StateID]) -> String {
        var names: [String] = []
        for name in states.map(nodeName) where names.last != name { names.append(name) }
        if names.count == 1 { names += names }
        if names.count > Self.maxNodesInPath {
            let half = Self.maxNodesInPath / 2
            names = names.prefix(half) + ["…"] + names.suffix(half - 1)
        }
        return names.joined(separator: " -> ")
    }
}
