import FlowModel

/// The layout of an abstract state in 64-bit words: known predicates, true predicates, and four counters a word.
struct StateLayout: Sendable {
    /// The counters that guards test, in order.
    let counters: [CounterID]
    /// The words for one bit of each predicate.
    let predicateWords: Int
    /// The words of a whole state.
    let words: Int

    init(predicates: Int, counters: [CounterID]) {
        self.counters = counters
        predicateWords = (predicates + 63) / 64
        words = 2 * predicateWords + (self.counters.count + 3) / 4
    }

    /// Returns the position of a counter, if it is tracked.
    func position(_ counter: CounterID) -> Int? { counters.firstIndex(of: counter) }
}
