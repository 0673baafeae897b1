import FlowModel

/// The layout of an abstract state in 64-bit words: the known predicates, the true predicates, and the counters.
struct StateLayout: Sendable {
    /// The counters that guards test, in order.
    let counters: [CounterID]
    /// The number of words that hold one bit of each predicate.
    let predicateWords: Int
    /// The number of words of an abstract state. A word holds four counters.
    let words: Int

    /// Creates the layout for a number of predicates and the tested counters.
    init(predicates: Int, counters: [CounterID]) {
        self.counters = counters
        predicateWords = (predicates + 63) / 64
        words = 2 * predicateWords + (self.counters.count + 3) / 4
    }

    /// Returns the position of a counter, or nil if no guard tests it.
    func position(_ counter: CounterID) -> Int? { counters.firstIndex(of: counter) }
}
