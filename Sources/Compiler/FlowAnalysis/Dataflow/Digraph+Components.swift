public import FlowIR

extension Digraph {
    /// Returns the strongly connected components in reverse topological order.
    ///
    /// This is Tarjan's algorithm with an explicit stack, since recursion could be too deep.
    @inlinable
    package func stronglyConnectedComponents() -> [[ID<Tag>]] {
        var search = ComponentSearch(self)
        for node in nodes { search.visit(node) }
        return search.components
    }

    /// Returns whether a strongly connected component contains a cycle.
    @inlinable
    package func isCyclic(_ component: [ID<Tag>]) -> Bool {
        component.count > 1 || component.first.map { successors(of: $0).contains($0) } == true
    }

    /// The state of Tarjan's algorithm.
    @usableFromInline
    struct ComponentSearch {
        @usableFromInline let graph: Digraph
        /// By node: the order of its discovery, or 0 if it was not discovered.
        @usableFromInline var index: Table<Tag, Int32>
        /// By node: the least index that is known to be reachable from it (its low link).
        @usableFromInline var low: Table<Tag, Int32>
        @usableFromInline var isOnStack: Table<Tag, Bool>
        /// The discovered nodes that do not belong to a component yet.
        @usableFromInline var stack: [ID<Tag>] = []
        /// The nodes of the current path, with the position of the next successor.
        @usableFromInline var frames: [(node: ID<Tag>, position: Int)] = []
        /// The index of the next discovered node.
        @usableFromInline var nextIndex: Int32 = 1
        @usableFromInline var components: [[ID<Tag>]] = []

        /// Creates a search that has discovered no node.
        @inlinable
        init(_ graph: Digraph) {
            self.graph = graph
            index = Table(repeating: 0, count: graph.count)
            low = index
            isOnStack = Table(repeating: false, count: graph.count)
        }

        /// Runs a depth-first search from a root, unless the root was discovered before.
        @inlinable
        mutating func visit(_ root: ID<Tag>) {
            guard index[root] == 0 else { return }
            enter(root)
            while let (node, position) = frames.last {
                guard position < graph.successors(of: node).endIndex else {
                    leave(node)
                    continue
                }
                frames[frames.count - 1].position += 1
                let target = graph.successors(of: node)[position]
                if index[target] == 0 {
                    enter(target)
                } else if isOnStack[target] {
                    low[node] = min(low[node], index[target])
                }
            }
        }

        /// Gives a newly discovered node its index, and pushes it onto the stack and the current path.
        @inlinable
        mutating func enter(_ node: ID<Tag>) {
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
        @inlinable
        mutating func leave(_ node: ID<Tag>) {
            frames.removeLast()
            if let parent = frames.last?.node { low[parent] = min(low[parent], low[node]) }
            guard low[node] == index[node] else { return }
            var component: [ID<Tag>] = []
            while let member = stack.popLast() {
                isOnStack[member] = false
                component.append(member)
                if member == node { break }
            }
            components.append(component)
        }
    }
}
