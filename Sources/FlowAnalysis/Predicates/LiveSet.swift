import FlowModel

/// The facts and counters on which something may still depend.
struct LiveSet: Sendable, Equatable {
    /// A bit for each fact, then sixteen for each counter.
    private(set) var words: [UInt64]
    private let predicateWords: Int

    /// Nothing matters.
    init(_ layout: StateLayout) {
        words = Array(repeating: 0, count: layout.words - layout.predicateWords)
        predicateWords = layout.predicateWords
    }

    /// Whether a fact matters.
    func contains(_ predicate: PredicateID) -> Bool { words[Int(predicate) >> 6] >> UInt64(predicate & 63) & 1 == 1 }

    /// A fact matters.
    mutating func insert(_ predicate: PredicateID) { words[Int(predicate) >> 6] |= 1 << UInt64(predicate & 63) }

    /// A fact does not matter.
    mutating func remove(_ predicate: PredicateID) { words[Int(predicate) >> 6] &= ~(1 << UInt64(predicate & 63)) }

    /// A counter matters.
    mutating func insert(counter position: Int) {
        words[predicateWords + position >> 2] |= 0xFFFF << UInt64((position & 3) << 4)
    }

    /// A counter does not matter.
    mutating func remove(counter position: Int) {
        words[predicateWords + position >> 2] &= ~(0xFFFF << UInt64((position & 3) << 4))
    }

    /// Removes the facts that a change decides or forgets: they do not matter before it.
    mutating func remove(_ change: PredicateUpdate) {
        // Mostly nothing changes, and a set that is not written to stays shared.
        for item in change.items where words[item.word] & item.mask != 0 { words[item.word] &= ~item.mask }
    }

    /// All that matters in another set matters here too.
    mutating func formUnion(_ other: LiveSet) {
        for index in words.indices where other.words[index] & ~words[index] != 0 { words[index] |= other.words[index] }
    }

    /// The facts that matter in both sets.
    func intersection(_ other: LiveSet) -> LiveSet {
        var result = self
        for index in words.indices { result.words[index] &= other.words[index] }
        return result
    }

    /// Whether a fact of a mask matters.
    func overlaps(_ mask: [UInt64]) -> Bool { mask.indices.contains { words[$0] & mask[$0] != 0 } }

    /// Whether nothing matters.
    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Only facts of a mask matter, and the counters as before.
    mutating func restrict(to mask: [UInt64]) {
        for index in 0..<predicateWords { words[index] &= mask[index] }
    }
}
