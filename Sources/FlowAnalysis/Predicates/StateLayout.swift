import FlowIR

/// The layout of an abstract state in 64-bit words: the known predicates, the true predicates, and the counters.
struct StateLayout: Sendable {
    /// The counters that guards test, in order.
    let counters: [CounterID]
    /// The number of words that hold one bit of each predicate.
    let predicateWords: Int
    /// The number of words of an abstract state.
    let words: Int

    /// The number of bits of a bound of a counter's interval.
    static let bitsPerBound: UInt64 = 8
    /// The number of bits of a counter, which has a lower and an upper bound.
    static let bitsPerCounter = 16
    /// A mask of the bits of the first counter in a word.
    static let counterMask: UInt64 = 0xFFFF
    static let countersPerWord = UInt64.bitWidth / bitsPerCounter

    init(predicates: Int, counters: [CounterID]) {
        self.counters = counters
        predicateWords = (predicates + UInt64.bitWidth - 1) / UInt64.bitWidth
        words = 2 * predicateWords + (counters.count + Self.countersPerWord - 1) / Self.countersPerWord
    }

    /// Returns the position of a counter, or nil if no guard tests it.
    func position(_ counter: CounterID) -> Int? { counters.firstIndex(of: counter) }
}
