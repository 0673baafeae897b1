extension Digraph {
    /// Returns the strongly connected components in reverse topological order (Tarjan's algorithm, with an explicit
    /// stack since flows may be deep).
    package func components() -> [[Int]] {
        var search = ComponentSearch(self)
        for node in 0..<count { search.visit(node) }
        return search.components
    }

    /// Whether a component contains a cycle.
    package func isCyclic(_ component: [Int]) -> Bool {
        component.count > 1 || component.first.map { successors(of: $0).contains(Int32($0)) } == true
    }

    /// The state of Tarjan's algorithm.
    private struct ComponentSearch {
        private let graph: Digraph
        private var index: [Int32]
        private var low: [Int32]
        private var isOnStack: [Bool]
        private var stack: [Int] = []
        private var frames: [(node: Int, position: Int)] = []
        private var next: Int32 = 1
        private(set) var components: [[Int]] = []

        init(_ graph: Digraph) {
            self.graph = graph
            index = Array(repeating: 0, count: graph.count)
            low = index
            isOnStack = Array(repeating: false, count: graph.count)
        }

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

        private mutating func enter(_ node: Int) {
            index[node] = next
            low[node] = next
            next += 1
            stack.append(node)
            isOnStack[node] = true
            frames.append((node, graph.successors(of: node).startIndex))
        }

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
