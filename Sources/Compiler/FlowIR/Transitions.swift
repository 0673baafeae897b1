/// The blocks that the events of a state run, sorted by event.
///
/// A challenge, an error or a failure without a transition of its own takes the transition of the built-in event
/// `otherChallenge`, `otherError` or `otherFailure`.
package struct Transitions: Sendable, Sequence, ExpressibleByDictionaryLiteral {
    package typealias Element = (event: EventID, block: Block)

    private var sorted: [Element] = []

    /// Creates the transitions of a state that handles no event.
    package init() {}

    /// Creates transitions in any order. If an event occurs twice, its last block counts.
    package init(_ transitions: some Sequence<(EventID, Block)>) {
        for (event, block) in transitions { self[event] = block }
    }

    /// Creates transitions in any order. If an event occurs twice, its last block counts.
    package init(dictionaryLiteral transitions: (EventID, Block)...) { self.init(transitions) }

    /// The block that an event runs, or nil if the event has no transition.
    package subscript(event: EventID) -> Block? {
        get {
            let index = index(of: event)
            return index < sorted.count && sorted[index].event == event ? sorted[index].block : nil
        }
        set {
            let index = index(of: event)
            let isPresent = index < sorted.count && sorted[index].event == event
            switch (newValue, isPresent) {
            case (let block?, true): sorted[index].block = block
            case (let block?, false): sorted.insert((event, block), at: index)
            case (nil, true): sorted.remove(at: index)
            case (nil, false): break
            }
        }
    }

    package var events: [EventID] { sorted.map(\.event) }
    /// The blocks, in the order of their events.
    package var blocks: [Block] { sorted.map(\.block) }
    package var count: Int { sorted.count }
    /// Whether the state accepts no event.
    package var isEmpty: Bool { sorted.isEmpty }

    /// Returns an iterator over the events and their blocks, in the order of the events.
    package func makeIterator() -> IndexingIterator<[Element]> { sorted.makeIterator() }

    /// Returns the transitions with the result of `transform` in place of each block.
    package func mapBlocks(_ transform: (Block) -> Block) -> Transitions {
        var result = self
        for index in sorted.indices { result.sorted[index].block = transform(sorted[index].block) }
        return result
    }

    /// Returns the index of an event, or the index at which its transition belongs.
    private func index(of event: EventID) -> Int {
        var (low, high) = (0, sorted.count)
        // Most transitions are added in order.
        if let last = sorted.last, last.event < event { return high }
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].event < event { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
