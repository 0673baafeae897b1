public import FlowIR

/// A directed graph with numbered nodes, in compressed sparse row format.
///
/// It is inlinable, so that each module compiles it for the ids that it uses.
@usableFromInline
package struct Digraph<Tag>: Sendable {
    /// An edge from one node to another.
    @usableFromInline package typealias Edge = (from: ID<Tag>, to: ID<Tag>)

    @usableFromInline package let count: Int
    /// By node: the index of its first successor in `targets`.
    @usableFromInline var starts: Table<Tag, Int32>
    /// The successors of all nodes.
    @usableFromInline var targets: [ID<Tag>]

    /// Creates a graph with nodes from 0 to `count` - 1. The successors of a node have the order of its edges.
    @inlinable
    package init(count: Int, edges: [Edge]) {
        self.count = count
        starts = Table(repeating: 0, count: count + 1)
        // Count the edges of each node, and add up the counts.
        for edge in edges { starts[edge.from.advanced(by: 1)] += 1 }
        for node in starts.indices.dropLast() { starts[node.advanced(by: 1)] += starts[node] }
        var position = starts
        targets = Array(repeating: 0, count: edges.count)
        for edge in edges {
            targets[Int(position[edge.from])] = edge.to
            position[edge.from] += 1
        }
    }

    @inlinable package var nodes: Range<ID<Tag>> { 0..<ID(count) }

    /// Returns the nodes to which the edges of a node lead, in the order of the edges.
    @inlinable
    package func successors(of node: ID<Tag>) -> ArraySlice<ID<Tag>> {
        targets[Int(starts[node])..<Int(starts[node.advanced(by: 1)])]
    }

    /// The transposed graph.
    @inlinable package var reversed: Digraph {
        var edges: [Edge] = []
        edges.reserveCapacity(targets.count)
        for node in nodes { for target in successors(of: node) { edges.append((target, node)) } }
        return Digraph(count: count, edges: edges)
    }

    /// Returns the number of edges from the nearest root to each node, or -1 for an unreachable node.
    @inlinable
    package func distances(from roots: [ID<Tag>]) -> Table<Tag, Int32> {
        var result = Table<Tag, Int32>(repeating: -1, count: count)
        var queue = roots
        for root in roots { result[root] = 0 }
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            for target in successors(of: node) where result[target] < 0 {
                result[target] = result[node] + 1
                queue.append(target)
            }
        }
        return result
    }

    /// Returns for each node whether it is reachable from a root. Roots are reachable.
    @inlinable
    package func reachableNodes(from roots: [ID<Tag>]) -> Table<Tag, Bool> {
        var result = Table<Tag, Bool>(repeating: false, count: count)
        markReachable(from: roots, in: &result) { _ in }
        return result
    }

    /// Marks the nodes that are reachable from roots through unmarked nodes, and visits each. Roots are reachable.
    @inlinable
    package func markReachable(
        from roots: [ID<Tag>], in marked: inout Table<Tag, Bool>, _ visit: (ID<Tag>) -> Void
    ) {
        var waiting = roots
        for root in roots { marked[root] = true }
        while let node = waiting.popLast() {
            visit(node)
            for target in successors(of: node) where !marked[target] {
                marked[target] = true
                waiting.append(target)
            }
        }
    }

    /// Returns the position of each node in a reverse postorder from a root. Unreachable nodes have the position 0.
    ///
    /// This is a depth-first search with an explicit stack, since recursion could be too deep.
    @inlinable
    package func reversePostorder(from root: ID<Tag>) -> Table<Tag, Int32> {
        var order = Table<Tag, Int32>(repeating: 0, count: count)
        var isVisited = Table<Tag, Bool>(repeating: false, count: count)
        var position = Int32(count)
        // The current path, with the index in `targets` of the next edge of each node.
        var stack = [(node: root, next: Int(starts[root]))]
        isVisited[root] = true
        while let (node, next) = stack.last {
            if next < successors(of: node).endIndex {
                stack[stack.count - 1].next += 1
                let target = targets[next]
                guard !isVisited[target] else { continue }
                isVisited[target] = true
                stack.append((target, Int(starts[target])))
            } else {
                position -= 1
                order[node] = position
                stack.removeLast()
            }
        }
        return order
    }

    /// Returns a shortest cycle through a node, or nil if there is none. The cycle begins and ends with the node.
    @inlinable
    package func shortestCycle(through node: ID<Tag>) -> [ID<Tag>]? {
        var predecessors: [ID<Tag>: ID<Tag>] = [:]
        var queue = [node]
        var next = 0
        while next < queue.count {
            let current = queue[next]
            next += 1
            for target in successors(of: current) {
                if target == node {
                    // Follow the predecessors from the end of the cycle back to its start.
                    var path = [node, current]
                    while let last = path.last, last != node, let before = predecessors[last] { path.append(before) }
                    return path.reversed()
                }
                if predecessors[target] == nil {
                    predecessors[target] = current
                    queue.append(target)
                }
            }
        }
        return nil
    }
}
