/// Nodes that wait to be expanded.
struct Frontier {
    /// In the order in which they come, or those of the first states first.
    private let order: [Int32]?
    private var queue: [Int] = []
    private var next = 0
    private var heap: [(order: Int32, node: Int)] = []

    /// A frontier; with an order of states, nodes of earlier states come before those of later ones.
    init(order: [Int32]?) { self.order = order }

    /// Adds a node of a state.
    mutating func push(_ node: Int, state: Int) {
        guard let order else {
            queue.append(node)
            return
        }
        heap.append((order[state], node))
        var index = heap.count - 1
        while index > 0, heap[index] < heap[(index - 1) / 2] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Takes the next node out.
    mutating func pop() -> Int? {
        guard order != nil else {
            guard next < queue.count else { return nil }
            next += 1
            return queue[next - 1]
        }
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return first.node
    }

    private mutating func sink() {
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
