/// The worklist of a fixpoint or search.
///
/// With an order of states, the list works in sweeps from the first state to the last. A node whose state the sweep has
/// passed waits for the next sweep, so that joins are complete before their successors are visited again.
struct Worklist {
    /// By state: its position in a sweep, or nil for first in, first out.
    private let order: [Int32]?
    /// The nodes of the current sweep as a heap. Without an order, a queue.
    private var heap: [(order: Int32, node: Int)] = []
    /// The nodes of the next sweep.
    private var later: [(order: Int32, node: Int)] = []
    /// The position of the current sweep.
    private var position: Int32 = -1
    /// Without an order: the first index in the queue that was not removed.
    private var next = 0

    /// Creates an empty worklist. Without an order, it is first in, first out.
    init(order: [Int32]?) { self.order = order }

    /// Adds a node of a state to the current sweep or, if the sweep has passed the state, to the next one.
    mutating func push(_ node: Int, state: Int) {
        guard let order else { return heap.append((0, node)) }
        if order[state] > position {
            heap.append((order[state], node))
            siftUp()
        } else {
            later.append((order[state], node))
        }
    }

    /// Removes and returns the next node, or returns nil if the list is empty.
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
            siftDown()
        }
        position = first.order
        return first.node
    }

    /// Moves the last element of the heap up to its place.
    private mutating func siftUp() {
        var index = heap.count - 1
        while index > 0, heap[index] < heap[(index - 1) / 2] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Moves the first element of the heap down to its place.
    private mutating func siftDown() {
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
