import FlowModel

/// The known part of a run's data. A fact that is not known may be either way.
package struct AbstractState: Hashable, Sendable {
    /// Known facts, then those of them that hold, then counters: the least value, and 255 less the greatest. So zero says nothing.
    private(set) var words: [UInt64]
    private let predicateWords: Int

    /// Nothing is known.
    init(_ layout: StateLayout) {
        words = Array(repeating: 0, count: layout.words)
        predicateWords = layout.predicateWords
    }

    /// Hashes all words at once: situations are looked up more than anything else.
    package func hash(into hasher: inout Hasher) { words.withUnsafeBytes { hasher.combine(bytes: $0) } }

    // MARK: Facts

    /// Whether a fact holds; nothing if that is not known.
    package func holds(_ predicate: PredicateID) -> Bool? {
        let (word, bit) = (Int(predicate) >> 6, UInt64(1) << UInt64(predicate & 63))
        return words[word] & bit == 0 ? nil : words[predicateWords + word] & bit != 0
    }

    /// Decides a fact.
    package mutating func set(_ predicate: PredicateID, _ holds: Bool) {
        let (word, bit) = (Int(predicate) >> 6, UInt64(1) << UInt64(predicate & 63))
        words[word] |= bit
        if holds { words[predicateWords + word] |= bit } else { words[predicateWords + word] &= ~bit }
    }

    /// Forgets a fact.
    mutating func forget(_ predicate: PredicateID) {
        let (word, bit) = (Int(predicate) >> 6, UInt64(1) << UInt64(predicate & 63))
        put(words[word] & ~bit, at: word)
        put(words[predicateWords + word] & ~bit, at: predicateWords + word)
    }

    /// Takes what a mask covers from a change, and forgets what the change does not know of it.
    mutating func apply(_ change: PredicateUpdate) {
        for item in change.items {
            put(words[item.word] & ~item.mask | item.known, at: item.word)
            put(words[predicateWords + item.word] & ~item.mask | item.holding, at: predicateWords + item.word)
        }
    }

    /// Writes a word if it changes: words that are not written to stay shared.
    private mutating func put(_ word: UInt64, at index: Int) {
        if words[index] != word { words[index] = word }
    }

    /// Facts of a mask get back what another situation knows of them.
    mutating func restore(_ mask: [UInt64], from other: AbstractState) {
        for word in mask.indices where mask[word] != 0 {
            words[word] = words[word] & ~mask[word] | other.words[word] & mask[word]
            let value = predicateWords + word
            words[value] = words[value] & ~mask[word] | other.words[value] & mask[word]
        }
    }

    /// All facts are known not to hold but those of a mask, which stay as they are.
    mutating func clearFacts(besides mask: [UInt64], count: Int) {
        for word in 0..<predicateWords {
            let all: UInt64 = count >= (word + 1) * 64 ? .max : (1 << UInt64(count & 63)) - 1
            words[word] = words[word] & mask[word] | all & ~mask[word]
            words[predicateWords + word] &= mask[word]
        }
    }

    /// The number of facts that hold.
    var holdingCount: Int { words[predicateWords..<2 * predicateWords].reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The facts that are decided, as claims.
    package var literals: [Literal] {
        var result: [Literal] = []
        for word in 0..<predicateWords {
            var rest = words[word]
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                rest &= rest - 1
                result.append(
                    Literal(PredicateID(word << 6 | bit), words[predicateWords + word] >> UInt64(bit) & 1 == 1))
            }
        }
        return result
    }

    /// What is known of some facts, as claims.
    func literals(about predicates: [PredicateID]) -> [Literal] {
        var result: [Literal] = []
        for predicate in predicates { if let holds = holds(predicate) { result.append(Literal(predicate, holds)) } }
        return result
    }

    // MARK: Counters

    /// The values that the counter at a position can have.
    func counter(_ position: Int) -> ClosedRange<Int> {
        let lane = words[2 * predicateWords + position >> 2] >> UInt64((position & 3) << 4)
        let (least, most) = (Int(lane & 0xFF), Int(~lane >> 8 & 0xFF))
        return least...max(least, most)
    }

    /// Says what the counter at a position, 0 to 255, can be.
    mutating func setCounter(_ position: Int, _ range: ClosedRange<Int>) {
        let (word, shift) = (2 * predicateWords + position >> 2, UInt64((position & 3) << 4))
        let lane = UInt64(range.lowerBound & 0xFF) | UInt64(~range.upperBound & 0xFF) << 8
        words[word] = words[word] & ~(0xFFFF << shift) | lane << shift
    }

    /// Says what the counter at a position is.
    mutating func setCounter(_ position: Int, _ value: Int) { setCounter(position, value...value) }

    // MARK: Sets

    /// The part about the things in a mask of the same layout.
    func masked(by mask: LiveSet) -> AbstractState {
        if isWithin(mask) { return self }
        var result = self
        for word in 0..<predicateWords {
            result.words[word] &= mask.words[word]
            result.words[predicateWords + word] &= mask.words[word]
        }
        for word in 2 * predicateWords..<words.count { result.words[word] &= mask.words[word - predicateWords] }
        return result
    }

    /// Whether it says nothing of things outside of a mask of the same layout.
    private func isWithin(_ mask: LiveSet) -> Bool {
        for word in 0..<predicateWords {
            // Only what is known holds.
            if words[word] & ~mask.words[word] != 0 { return false }
        }
        return (2 * predicateWords..<words.count).allSatisfy { words[$0] & ~mask.words[$0 - predicateWords] == 0 }
    }

    /// Whether everything that is true of another situation is true of this one: it claims no more.
    func subsumes(_ other: AbstractState) -> Bool {
        for word in 0..<predicateWords {
            if words[word] & ~other.words[word] != 0 { return false }
            if (words[predicateWords + word] ^ other.words[predicateWords + word]) & words[word] != 0 { return false }
        }
        for word in 2 * predicateWords..<words.count where words[word] != other.words[word] {
            for shift in stride(from: UInt64(0), to: 64, by: 16) {
                let lane = words[word] >> shift & 0xFFFF
                if lane != 0, lane != other.words[word] >> shift & 0xFFFF { return false }
            }
        }
        return true
    }

    /// Whether another situation says the contrary of something.
    func contradicts(_ other: AbstractState) -> Bool {
        for word in 0..<predicateWords {
            let both = words[word] & other.words[word]
            if (words[predicateWords + word] ^ other.words[predicateWords + word]) & both != 0 { return true }
        }
        return false
    }

    /// The situation of which this one and another are the two halves: they differ in a single fact, which holds in one of them.
    func merged(with other: AbstractState) -> AbstractState? {
        var difference: (word: Int, bits: UInt64)?
        for word in words.indices {
            let bits = words[word] ^ other.words[word]
            if bits == 0 { continue }
            guard difference == nil, word >= predicateWords, word < 2 * predicateWords, bits & (bits - 1) == 0 else {
                return nil
            }
            difference = (word, bits)
        }
        guard let difference else { return nil }
        var result = self
        result.words[difference.word - predicateWords] &= ~difference.bits
        result.words[difference.word] &= ~difference.bits
        return result
    }

    /// The part that both share.
    func join(with other: AbstractState) -> AbstractState {
        var result = self
        _ = result.formJoin(with: other)
        return result
    }

    /// Only what another situation says too stays. Returns whether anything went.
    mutating func formJoin(with other: AbstractState) -> Bool {
        var lost: UInt64 = 0
        for word in 0..<predicateWords {
            let value = predicateWords + word
            let gone = words[word] & ~(other.words[word] & ~(words[value] ^ other.words[value]))
            lost |= gone
            words[word] &= ~gone
            words[value] &= ~gone
        }
        for word in 2 * predicateWords..<words.count where words[word] != other.words[word] {
            for shift in stride(from: UInt64(0), to: 64, by: 16) {
                let lane = words[word] >> shift & 0xFFFF
                if lane == 0 || lane == other.words[word] >> shift & 0xFFFF { continue }
                lost = 1
                words[word] &= ~(0xFFFF << shift)
            }
        }
        return lost != 0
    }

    /// Of the facts in a mask what it says, of the others only that they hold.
    func restricted(to mask: [UInt64]) -> AbstractState {
        var result = self
        for word in 0..<predicateWords { result.words[word] &= mask[word] | words[predicateWords + word] }
        return result
    }

    /// The part about facts alone.
    var withoutCounters: AbstractState {
        guard words[(2 * predicateWords)...].contains(where: { $0 != 0 }) else { return self }
        var result = self
        for word in 2 * predicateWords..<words.count { result.words[word] = 0 }
        return result
    }
}
