/// A directed graph with numbered nodes, its edges stored one behind the other.
package struct Digraph: Sendable {
    /// The number of nodes.
    package let count: Int
    private var starts: [Int32]
    private var targets: [Int32]

    /// A graph of edges; the successors of a node keep their order.
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

    /// The nodes that edges of a node lead to.
    package func successors(of node: Int) -> ArraySlice<Int32> { targets[Int(starts[node])..<Int(starts[node + 1])] }

    /// The graph with all edges turned round.
    package var reversed: Digraph {
        var edges: [(from: Int, to: Int)] = []
        for node in 0..<count { for target in successors(of: node) { edges.append((Int(target), node)) } }
        return Digraph(count: count, edges: edges)
    }

    /// By node: the least number of edges from some others to it; -1 if there is no way.
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

    /// Which nodes can be reached from some, these included.
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

    /// A shortest cycle from a node back to itself, that node first and last; nothing if there is none.
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
