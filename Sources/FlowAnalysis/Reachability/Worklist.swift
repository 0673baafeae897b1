/// The worklist of a fixpoint or search.
///
/// With an order of states it works in sweeps, from the first state to the last. A state that the sweep has passed
/// waits for the next one, so that joins settle before their successors are visited again.
struct Worklist {
    private let order: [Int32]?
    /// The current sweep as a heap; without an order, a queue.
    private var heap: [(order: Int32, node: Int)] = []
    private var later: [(order: Int32, node: Int)] = []
    private var position: Int32 = -1
    private var next = 0

    /// Makes a worklist; without an order it is first in, first out.
    init(order: [Int32]?) { self.order = order }

    /// Adds a node of a state.
    mutating func push(_ node: Int, state: Int) {
        guard let order else { return heap.append((0, node)) }
        if order[state] > position {
            heap.append((order[state], node))
            rise()
        } else {
            later.append((order[state], node))
        }
    }

    /// Removes the next node.
    mutating func pop() -> Int? {
        guard order != nil else {
            guard next < heap.count else { return nil }
            next += 1
            return heap[next - 1].node
        }
        if heap.isEmpty {
            // A sorted array is a heap.
            heap = later.sorted { $0 < $1 }
            later.removeAll(keepingCapacity: true)
        }
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        position = first.order
        return first.node
    }

    private mutating func rise() {
        var index = heap.count - 1
        while index > 0, heap[index] < heap[(index - 1) / 2] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            var least = index
            for child in 2 * index + 1...2 * index + 2 where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
