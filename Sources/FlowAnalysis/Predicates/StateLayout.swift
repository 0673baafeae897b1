import FlowModel

/// How a situation is laid out in words of 64 bits: which facts are known, which of those hold, and the counters, four a word.
struct StateLayout: Sendable {
    /// The counters that guards test, in order.
    let counters: [CounterID]
    /// The words that one bit for each fact takes.
    let predicateWords: Int
    /// The words of a whole situation.
    let words: Int

    /// A layout.
    init(predicates: Int, counters: [CounterID]) {
        self.counters = counters
        predicateWords = (predicates + 63) / 64
        words = 2 * predicateWords + (self.counters.count + 3) / 4
    }

    /// The position of a counter among those that are followed.
    func position(_ counter: CounterID) -> Int? { counters.firstIndex(of: counter) }
}
