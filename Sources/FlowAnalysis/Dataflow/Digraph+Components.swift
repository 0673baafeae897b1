extension Digraph {
    /// Returns the strongly connected components in reverse topological order.
    ///
    /// This is Tarjan's algorithm with an explicit stack, since recursion could be too deep.
    package func stronglyConnectedComponents() -> [[Int]] {
        var search = ComponentSearch(self)
        for node in 0..<count { search.visit(node) }
        return search.components
    }

    /// Whether a strongly connected component contains a cycle.
    package func isCyclic(_ component: [Int]) -> Bool {
        component.count > 1 || component.first.map { successors(of: $0).contains(Int32($0)) } == true
    }

    /// The state of Tarjan's algorithm.
    private struct ComponentSearch {
        private let graph: Digraph
        /// By node: the order of its discovery, or 0 if it was not discovered.
        private var index: [Int32]
        /// By node: the least index that is known to be reachable from it (its low link).
        private var low: [Int32]
        private var isOnStack: [Bool]
        /// The discovered nodes that do not belong to a component yet.
        private var stack: [Int] = []
        /// The nodes of the current path, with the position of the next successor.
        private var frames: [(node: Int, position: Int)] = []
        /// The index of the next discovered node.
        private var nextIndex: Int32 = 1
        private(set) var components: [[Int]] = []

        /// Prepares the search of a graph in which no node was discovered.
        init(_ graph: Digraph) {
            self.graph = graph
            index = Array(repeating: 0, count: graph.count)
            low = index
            isOnStack = Array(repeating: false, count: graph.count)
        }

        /// Runs a depth-first search from a root, unless the root was discovered before.
        mutating func visit(_ root: Int) {
            guard index[root] == 0 else { return }
            enter(root)
            while let (node, position) = frames.last {
                guard position < graph.successors(of: node).endIndex else {
                    leave(node)
                    continue
                }
                frames[frames.count - 1].position += 1
                let target = Int(graph.successors(of: node)[position])
                if index[target] == 0 {
                    enter(target)
                } else if isOnStack[target] {
                    low[node] = min(low[node], index[target])
                }
            }
        }

        /// Gives a newly discovered node its index, and pushes it onto the stack and the current path.
        private mutating func enter(_ node: Int) {
            index[node] = nextIndex
            low[node] = nextIndex
            nextIndex += 1
            stack.append(node)
            isOnStack[node] = true
            frames.append((node, graph.successors(of: node).startIndex))
        }

        /// Removes the last node of the current path, whose successors were all visited.
        ///
        /// If the node is the root of a component, moves the component from the stack to `components`.
        private mutating func leave(_ node: Int) {
            frames.removeLast()
            if let parent = frames.last?.node { low[parent] = min(low[parent], low[node]) }
            guard low[node] == index[node] else { return }
            var component: [Int] = []
            while let member = stack.popLast() {
                isOnStack[member] = false
                component.append(member)
                if member == node { break }
            }
            components.append(component)
        }
    }
}
