/// A directed graph with numbered nodes, in compressed sparse row format.
package struct Digraph: Sendable {
    /// The number of nodes.
    package let count: Int
    /// By node: the index of its first successor in `targets`.
    private var starts: [Int32]
    /// The successors of all nodes.
    private var targets: [Int32]

    /// Creates a graph with nodes from 0 to `count` - 1. The successors of a node have the order of its edges.
    package init(count: Int, edges: [(from: Int, to: Int)]) {
        self.count = count
        starts = Array(repeating: 0, count: count + 1)
        // Count the edges of each node, and add up the counts.
        for edge in edges { starts[edge.from + 1] += 1 }
        for node in 0..<count { starts[node + 1] += starts[node] }
        var position = starts
        targets = Array(repeating: 0, count: edges.count)
        for edge in edges {
            targets[Int(position[edge.from])] = Int32(edge.to)
            position[edge.from] += 1
        }
    }

    /// Returns the successors of a node.
    package func successors(of node: Int) -> ArraySlice<Int32> { targets[Int(starts[node])..<Int(starts[node + 1])] }

    /// The transposed graph.
    package var reversed: Digraph {
        var edges: [(from: Int, to: Int)] = []
        for node in 0..<count { for target in successors(of: node) { edges.append((Int(target), node)) } }
        return Digraph(count: count, edges: edges)
    }

    /// Returns the number of edges from the nearest root to each node, or -1 for an unreachable node.
    package func distances(from roots: [Int]) -> [Int32] {
        var result = [Int32](repeating: -1, count: count)
        var queue = roots
        for root in roots { result[root] = 0 }
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            for target in successors(of: node) where result[Int(target)] < 0 {
                result[Int(target)] = result[node] + 1
                queue.append(Int(target))
            }
        }
        return result
    }

    /// Returns for each node whether it is reachable from a root. Roots are reachable.
    package func reachableNodes(from roots: [Int]) -> [Bool] {
        var result = [Bool](repeating: false, count: count)
        var waiting = roots
        for root in roots { result[root] = true }
        while let node = waiting.popLast() {
            for target in successors(of: node) where !result[Int(target)] {
                result[Int(target)] = true
                waiting.append(Int(target))
            }
        }
        return result
    }

    /// Returns the position of each node in a reverse postorder from a root. Unreachable nodes have the position 0.
    ///
    /// This is a depth-first search with an explicit stack, since recursion could be too deep.
    package func reversePostorder(from root: Int) -> [Int32] {
        var order = [Int32](repeating: 0, count: count)
        var isVisited = [Bool](repeating: false, count: count)
        var position = Int32(count)
        var stack = [(node: root, next: Int(starts[root]))]
        isVisited[root] = true
        while let (node, next) = stack.last {
            if next < Int(starts[node + 1]) {
                stack[stack.count - 1].next += 1
                let target = Int(targets[next])
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
    package func shortestCycle(through node: Int) -> [Int]? {
        var predecessors: [Int: Int] = [:]
        var queue = [node]
        var next = 0
        while next < queue.count {
            let current = queue[next]
            next += 1
            for target in successors(of: current).map(Int.init) {
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
