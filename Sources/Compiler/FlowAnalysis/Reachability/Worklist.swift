import FlowIR

/// The worklist of a fixpoint or search.
///
/// With an order of states, the list works in sweeps from the first state to the last. A node whose state the sweep has
/// reached waits for the next sweep, so that joins are complete before their successors are visited again. Without an
/// order, the list is first in, first out.
struct Worklist<Tag>: Sendable {
    /// A node with the position of its state in a sweep.
    private typealias Item = (position: Int32, node: ID<Tag>)

    /// By state: its position in a sweep, or nil for first in, first out.
    private let order: Table<State, Int32>?
    /// With an order: the nodes of the current sweep, as a binary heap whose first item is the least.
    private var heap: [Item] = []
    /// With an order: the nodes of the next sweep.
    private var nextSweep: [Item] = []
    /// With an order: the position that the current sweep has reached.
    private var position: Int32 = -1
    /// Without an order: all nodes added so far.
    private var queue: [ID<Tag>] = []
    /// Without an order: the index of the first node in the queue that was not removed.
    private var queueHead = 0

    /// Creates an empty worklist. `order` has the position of each state in a sweep.
    init(order: Table<State, Int32>?) { self.order = order }

    /// Adds a node of a state to the current sweep, or to the next one if the current sweep has reached the state.
    mutating func push(_ node: ID<Tag>, state: StateID) {
        guard let order else { return queue.append(node) }
        if order[state] > position {
            heap.append((order[state], node))
            siftUp()
        } else {
            nextSweep.append((order[state], node))
        }
    }

    /// Removes and returns the next node, or returns nil if the list is empty.
    mutating func pop() -> ID<Tag>? { order == nil ? popFromQueue() : popFromSweep() }

    /// Removes and returns the oldest node of the queue. Returns nil if the queue is empty.
    private mutating func popFromQueue() -> ID<Tag>? {
        guard queueHead < queue.count else { return nil }
        queueHead += 1
        return queue[queueHead - 1]
    }

    /// Removes and returns the next node of the sweep, beginning a new sweep if necessary.
    ///
    /// Returns nil if no node waits.
    private mutating func popFromSweep() -> ID<Tag>? {
        if heap.isEmpty {
            // A sorted array is a heap.
            heap = nextSweep.sorted { $0 < $1 }
            nextSweep.removeAll(keepingCapacity: true)
        }
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown()
        }
        position = first.position
        return first.node
    }

    /// Moves the last item of the heap up to its place.
    private mutating func siftUp() {
        var index = heap.count - 1
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index] < heap[parent] else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    /// Moves the first item of the heap down to its place.
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
