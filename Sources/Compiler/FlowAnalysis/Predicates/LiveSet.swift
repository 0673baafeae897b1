import FlowIR

/// The live predicates and counters at a program point.
struct LiveSet: Sendable, Equatable {
    /// One bit for each predicate, then the bits of each counter as in an abstract state.
    private(set) var words: [UInt64]
    private let predicateWords: Int

    init(_ layout: StateLayout) {
        words = Array(repeating: 0, count: layout.wordCount - layout.predicateWords)
        predicateWords = layout.predicateWords
    }

    func contains(_ predicate: PredicateID) -> Bool { words[predicate.word] & predicate.bit != 0 }

    mutating func insert(_ predicate: PredicateID) { words[predicate.word] |= predicate.bit }

    mutating func remove(_ predicate: PredicateID) { words[predicate.word] &= ~predicate.bit }

    mutating func insert(counter position: Int) {
        let (word, mask) = place(ofCounter: position)
        words[word] |= mask
    }

    mutating func remove(counter position: Int) {
        let (word, mask) = place(ofCounter: position)
        words[word] &= ~mask
    }

    /// Returns the index of the word that has a counter. `mask` contains the counter's bits in this word.
    private func place(ofCounter position: Int) -> (word: Int, mask: UInt64) {
        let shift = position % StateLayout.countersPerWord * StateLayout.bitsPerCounter
        return (predicateWords + position / StateLayout.countersPerWord, StateLayout.counterMask << UInt64(shift))
    }

    /// Removes the predicates that an update assigns. Each item of the update has a mask of its bits in one word.
    mutating func remove(_ update: PredicateUpdate) {
        for item in update.items {
            // Most updates remove nothing. Without a write, copies of the set keep sharing their words.
            if words[item.word] & item.mask == 0 { continue }
            words[item.word] &= ~item.mask
        }
    }

    /// Adds the members of another set.
    mutating func formUnion(_ other: LiveSet) {
        for index in words.indices {
            // Without a write, copies of the set keep sharing their words.
            let added = other.words[index] & ~words[index]
            if added != 0 { words[index] |= added }
        }
    }

    /// Returns the predicates and counters that are live in both sets.
    func intersection(_ other: LiveSet) -> LiveSet {
        var result = self
        for index in words.indices { result.words[index] &= other.words[index] }
        return result
    }

    /// Returns whether a predicate under a mask is live.
    func overlaps(_ mask: [UInt64]) -> Bool { mask.indices.contains { words[$0] & mask[$0] != 0 } }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Removes the predicates that are not under a mask. Keeps the counters.
    mutating func restrict(to mask: [UInt64]) {
        for index in 0..<predicateWords { words[index] &= mask[index] }
    }
}
