import FlowModel

/// The layout of an abstract state in 64-bit words: the known predicates, the true predicates, and the counters.
struct StateLayout: Sendable {
    /// The counters that guards test, in order.
    let counters: [CounterID]
    /// The number of words that hold one bit of each predicate.
    let predicateWords: Int
    /// The number of words of an abstract state.
    let words: Int

    /// The number of bits of a counter: a byte for each bound of its interval.
    static let bitsPerCounter = 16
    /// The number of counters in a word.
    static let countersPerWord = UInt64.bitWidth / bitsPerCounter

    /// Creates the layout for a number of predicates and the tested counters.
    init(predicates: Int, counters: [CounterID]) {
        self.counters = counters
        predicateWords = (predicates + 63) / 64
        words = 2 * predicateWords + (counters.count + Self.countersPerWord - 1) / Self.countersPerWord
    }

    /// Returns the position of a counter, or nil if no guard tests it.
    func position(_ counter: CounterID) -> Int? { counters.firstIndex(of: counter) }
}
