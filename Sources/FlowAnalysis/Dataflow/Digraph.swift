/// A directed graph with numbered nodes, in compressed sparse rows.
package struct Digraph: Sendable {
    /// The number of nodes.
    package let count: Int
    private var starts: [Int32]
    private var targets: [Int32]

    /// Makes a graph; the successors of a node keep their order.
    package init(count: Int, edges: [(from: Int, to: Int)]) {
        self.count = count
        starts = Array(repeating: 0, count: count + 1)
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

    /// Returns for each node the distance from the roots; -1 if it is unreachable.
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

    /// Returns which nodes the roots reach, including themselves.
    package func reached(from roots: [Int]) -> [Bool] {
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

    /// Returns a shortest cycle through a node, which is first and last, or nil if there is none.
    package func shortestCycle(through node: Int) -> [Int]? {
        var origin: [Int: Int] = [:]
        var waiting = [node]
        var position = 0
        while position < waiting.count {
            let current = waiting[position]
            position += 1
            for target in successors(of: current).map(Int.init) {
                if target == node {
                    var path = [node, current]
                    while let last = path.last, last != node, let before = origin[last] { path.append(before) }
                    return current == node ? [node, node] : path.reversed()
                }
                if origin[target] == nil {
                    origin[target] = current
                    waiting.append(target)
                }
            }
        }
        return nil
    }
}
