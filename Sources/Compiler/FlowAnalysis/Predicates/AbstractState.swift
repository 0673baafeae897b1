import FlowIR

/// An abstract state: a partial valuation of the predicates, with an interval for each counter.
package struct AbstractState: Hashable, Sendable {
    /// The bits of the known predicates, the bits of the true predicates, and the counters.
    ///
    /// A counter has its lower bound in one byte, and 255 minus its upper bound in the next, so zero means unknown.
    private(set) var words: [UInt64]
    private let predicateWords: Int
    /// The index of the first word with counters, after the known and the true predicates.
    private var firstCounterWord: Int { 2 * predicateWords }

    /// Creates the greatest element, in which no predicate and no counter has a known value.
    init(_ layout: StateLayout) {
        words = Array(repeating: 0, count: layout.wordCount)
        predicateWords = layout.predicateWords
    }

    /// Hashes all words at once, since lookups dominate the analyses.
    package func hash(into hasher: inout Hasher) { words.withUnsafeBytes { hasher.combine(bytes: $0) } }

    // MARK: Predicates

    /// Returns the predicate's value, or nil if it is unknown.
    package func holds(_ predicate: PredicateID) -> Bool? {
        let (word, bit) = (predicate.word, predicate.bit)
        return words[word] & bit == 0 ? nil : words[predicateWords + word] & bit != 0
    }

    /// Returns whether the predicate of a literal has the literal's value or is unknown.
    package func isCompatible(with literal: Literal) -> Bool { holds(literal.predicate) != !literal.holds }

    /// Makes a predicate true or false.
    package mutating func set(_ predicate: PredicateID, _ holds: Bool) {
        let (word, bit) = (predicate.word, predicate.bit)
        words[word] |= bit
        if holds { words[predicateWords + word] |= bit } else { words[predicateWords + word] &= ~bit }
    }

    /// Makes a predicate unknown.
    mutating func forget(_ predicate: PredicateID) {
        let (word, bit) = (predicate.word, predicate.bit)
        setWord(words[word] & ~bit, at: word)
        setWord(words[predicateWords + word] & ~bit, at: predicateWords + word)
    }

    /// Applies an update: forgets the predicates under its mask, then asserts its literals.
    mutating func apply(_ change: PredicateUpdate) {
        for item in change.items {
            setWord(words[item.word] & ~item.mask | item.known, at: item.word)
            setWord(words[predicateWords + item.word] & ~item.mask | item.holding, at: predicateWords + item.word)
        }
    }

    /// Writes a word only if it changes, so that copies stay shared.
    private mutating func setWord(_ word: UInt64, at index: Int) {
        if words[index] != word { words[index] = word }
    }

    /// Gives the predicates under a mask the values that they have in another state.
    mutating func restore(_ mask: [UInt64], from other: AbstractState) {
        for word in mask.indices where mask[word] != 0 {
            words[word] = words[word] & ~mask[word] | other.words[word] & mask[word]
            let value = predicateWords + word
            words[value] = words[value] & ~mask[word] | other.words[value] & mask[word]
        }
    }

    /// Sets all predicates to false, except those under a mask. `count` is the number of predicates.
    mutating func clearPredicates(except mask: [UInt64], count: Int) {
        for word in 0..<predicateWords {
            // The last word can have bits without a predicate.
            let isFull = count >= (word + 1) * UInt64.bitWidth
            let predicates: UInt64 = isFull ? .max : (1 << UInt64(count % UInt64.bitWidth)) - 1
            words[word] = words[word] & mask[word] | predicates & ~mask[word]
            words[predicateWords + word] &= mask[word]
        }
    }

    var trueCount: Int { words[predicateWords..<firstCounterWord].reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The known predicates, as literals.
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

    /// Returns literals for the given predicates, except for unknown ones.
    func literals(over predicates: [PredicateID]) -> [Literal] {
        var result: [Literal] = []
        for predicate in predicates { if let value = holds(predicate) { result.append(Literal(predicate, value)) } }
        return result
    }

    // MARK: Counters

    /// Returns the index of the word that has a counter. `shift` is the offset of the counter's bits in this word.
    private func place(ofCounter position: Int) -> (word: Int, shift: UInt64) {
        let shift = position % StateLayout.countersPerWord * StateLayout.bitsPerCounter
        return (firstCounterWord + position / StateLayout.countersPerWord, UInt64(shift))
    }

    /// Returns the interval of the counter at a position of the layout.
    func counter(_ position: Int) -> ClosedRange<Int> {
        let (word, shift) = place(ofCounter: position)
        let lane = words[word] >> shift
        // The upper bound is stored as its complement, so that zero means no constraint.
        let (least, most) = (Int(lane & UInt64(UInt8.max)), Int(~lane >> StateLayout.bitsPerBound & UInt64(UInt8.max)))
        return least...most
    }

    /// Sets the interval of the counter at a position of the layout. Both bounds are from 0 to 255.
    mutating func setCounter(_ position: Int, _ range: ClosedRange<Int>) {
        let (word, shift) = place(ofCounter: position)
        let lower = UInt64(range.lowerBound & Int(UInt8.max))
        let upperComplement = UInt64(~range.upperBound & Int(UInt8.max))
        let lane = lower | upperComplement << StateLayout.bitsPerBound
        words[word] = words[word] & ~(StateLayout.counterMask << shift) | lane << shift
    }

    /// Sets the counter at a position of the layout to a single value.
    mutating func setCounter(_ position: Int, _ value: Int) { setCounter(position, value...value) }

    // MARK: Lattice

    /// Returns the state without the constraints on predicates and counters that are not in a live set.
    func masked(by mask: LiveSet) -> AbstractState {
        if isWithin(mask) { return self }
        var result = self
        for word in 0..<predicateWords {
            result.words[word] &= mask.words[word]
            result.words[predicateWords + word] &= mask.words[word]
        }
        // A live set has one bit for each predicate instead of two, so its words of counters begin earlier.
        for word in firstCounterWord..<words.count { result.words[word] &= mask.words[word - predicateWords] }
        return result
    }

    /// Returns whether the state constrains only predicates and counters in a live set.
    private func isWithin(_ mask: LiveSet) -> Bool {
        for word in 0..<predicateWords {
            // Only known predicates are true.
            if words[word] & ~mask.words[word] != 0 { return false }
        }
        return (firstCounterWord..<words.count).allSatisfy { words[$0] & ~mask.words[$0 - predicateWords] == 0 }
    }

    /// Returns whether each constraint of this state is also a constraint of another one.
    ///
    /// This state then covers the other one. A narrower interval of a counter does not count as the same constraint.
    func subsumes(_ other: AbstractState) -> Bool {
        for word in 0..<predicateWords {
            // Every predicate that is known here must be known there, with the same value.
            if words[word] & ~other.words[word] != 0 { return false }
            if (words[predicateWords + word] ^ other.words[predicateWords + word]) & words[word] != 0 { return false }
        }
        return !hasOtherCounter(than: other)
    }

    /// Returns whether a counter is known here and has another interval in the other state.
    private func hasOtherCounter(than other: AbstractState) -> Bool {
        for word in firstCounterWord..<words.count where words[word] != other.words[word] {
            for mask in StateLayout.counterMasks {
                let interval = words[word] & mask
                if interval != 0, interval != other.words[word] & mask { return true }
            }
        }
        return false
    }

    /// Returns whether a predicate is true in one state and false in the other.
    func contradicts(_ other: AbstractState) -> Bool {
        for word in 0..<predicateWords {
            let both = words[word] & other.words[word]
            if (words[predicateWords + word] ^ other.words[predicateWords + word]) & both != 0 { return true }
        }
        return false
    }

    /// Returns the exact union with a state that differs only in the value of one predicate. Returns nil for other
    /// states.
    ///
    /// This predicate is unknown in the union.
    func merged(with other: AbstractState) -> AbstractState? {
        // The only difference must be one bit in the words of the true predicates.
        guard let word = words.indices.first(where: { words[$0] != other.words[$0] }),
            words[(word + 1)...] == other.words[(word + 1)...], word >= predicateWords, word < firstCounterWord
        else { return nil }
        let bits = words[word] ^ other.words[word]
        guard bits.nonzeroBitCount == 1 else { return nil }
        var result = self
        result.words[word - predicateWords] &= ~bits
        result.words[word] &= ~bits
        return result
    }

    /// Returns the join, which has only the constraints that both states share.
    func joined(with other: AbstractState) -> AbstractState {
        var result = self
        result.formJoin(with: other)
        return result
    }

    /// Joins another state into this one, and returns whether this state lost a constraint.
    @discardableResult
    mutating func formJoin(with other: AbstractState) -> Bool {
        let hasLostPredicates = joinPredicates(of: other)
        return joinCounters(of: other) || hasLostPredicates
    }

    /// Forgets the predicates that do not have the same known value in another state. Returns whether it forgot any.
    private mutating func joinPredicates(of other: AbstractState) -> Bool {
        var isChanged = false
        for word in 0..<predicateWords {
            let value = predicateWords + word
            // The predicates that the other state knows, and whose value bits are equal in both.
            let agreeing = other.words[word] & ~(words[value] ^ other.words[value])
            let forgotten = words[word] & ~agreeing
            if forgotten != 0 { isChanged = true }
            words[word] &= ~forgotten
            words[value] &= ~forgotten
        }
        return isChanged
    }

    /// Forgets the counters that do not have the same interval in another state. Returns whether it forgot any.
    private mutating func joinCounters(of other: AbstractState) -> Bool {
        var isChanged = false
        for word in firstCounterWord..<words.count where words[word] != other.words[word] {
            for mask in StateLayout.counterMasks {
                let interval = words[word] & mask
                // Zero means an unknown counter.
                if interval == 0 || interval == other.words[word] & mask { continue }
                isChanged = true
                words[word] &= ~mask
            }
        }
        return isChanged
    }

    /// Returns the state without the false predicates outside a mask, which become unknown.
    func droppingFalsePredicates(outside mask: [UInt64]) -> AbstractState {
        var result = self
        for word in 0..<predicateWords { result.words[word] &= mask[word] | words[predicateWords + word] }
        return result
    }

    /// The state without the constraints on counters.
    var withoutCounters: AbstractState {
        guard words[firstCounterWord...].contains(where: { $0 != 0 }) else { return self }
        var result = self
        for word in firstCounterWord..<words.count { result.words[word] = 0 }
        return result
    }
}

/// The layout of an abstract state in 64-bit words: the known predicates, the true predicates, and the counters.
struct StateLayout: Sendable {
    /// The counters that guards test, in order.
    let counters: [CounterID]
    /// The number of words that hold one bit of each predicate.
    let predicateWords: Int
    let wordCount: Int

    /// The number of bits of a bound of a counter's interval.
    static let bitsPerBound: UInt64 = 8
    /// The number of bits of a counter, which has a lower and an upper bound.
    static let bitsPerCounter = 16
    /// A mask of the bits of the first counter in a word.
    static let counterMask: UInt64 = 0xFFFF
    /// The masks of the bits of each counter in a word.
    static let counterMasks: [UInt64] = (0..<countersPerWord).map { counterMask << UInt64($0 * bitsPerCounter) }
    static let countersPerWord = UInt64.bitWidth / bitsPerCounter

    init(predicates: Int, counters: [CounterID]) {
        self.counters = counters
        predicateWords = (predicates + UInt64.bitWidth - 1) / UInt64.bitWidth
        wordCount = 2 * predicateWords + (counters.count + Self.countersPerWord - 1) / Self.countersPerWord
    }

    /// Returns the position of a counter, or nil if no guard tests it.
    func position(_ counter: CounterID) -> Int? { counters.firstIndex(of: counter) }
}

/// Who determines the values that a search from a step does not know: the data at the step, the events since, or the
/// flow itself.
struct ValueProvenance: Hashable {
    /// A mask of the predicates that an event has assigned since the step. The host, service or handler chooses them.
    private var chosen: [UInt64]
    /// A mask of the predicates that the flow has changed since the step, so that the analysis cannot tell their values.
    private var computed: [UInt64]
    /// By predicate over a copy of what the step had: the predicate over the original.
    private var originals: [PredicateID: PredicateID] = [:]
    /// The literals that the search assumes of computed predicates.
    private let assumed: [Literal]
    /// The literals at the step on which the path depends.
    private(set) var needed: [Literal] = []
    /// The literals of computed predicates on which the path depends, in addition to the assumed ones.
    private(set) var neededOfFlow: [Literal] = []

    /// Creates the origins at a step, whose data determine all values.
    init(_ layout: StateLayout, assuming literals: [Literal] = []) {
        chosen = Array(repeating: 0, count: layout.predicateWords)
        computed = chosen
        assumed = literals
    }

    private func contains(_ predicate: PredicateID, in mask: [UInt64]) -> Bool {
        mask[predicate.word] & predicate.bit != 0
    }

    /// Returns the value that the search or an earlier decision assumes of a predicate whose value is unknown.
    ///
    /// Returns nil unless the predicate is computed, or is over a copy.
    func assumption(on predicate: PredicateID) -> Bool? {
        if contains(predicate, in: computed) {
            return (assumed + neededOfFlow).first { $0.predicate == predicate }?.holds
        }
        guard !contains(predicate, in: chosen), let original = originals[predicate] else { return nil }
        return needed.first { $0.predicate == original }?.holds
    }

    /// Records a decision on which the path depends. It does not depend on what an event has chosen.
    mutating func depend(on decision: Literal) {
        if contains(decision.predicate, in: computed) {
            neededOfFlow.append(decision)
        } else if !contains(decision.predicate, in: chosen) {
            needed.append(Literal(originals[decision.predicate] ?? decision.predicate, decision.holds))
        }
    }

    /// Records a change by an event.
    mutating func choose(_ change: PredicateUpdate) {
        for item in change.items {
            chosen[item.word] |= item.mask
            computed[item.word] &= ~item.mask
        }
    }

    /// Records a change by the flow. What remains of a chosen value counts as chosen.
    mutating func compute(_ change: PredicateUpdate) {
        for item in change.items { computed[item.word] |= item.mask & ~item.known & ~chosen[item.word] }
    }

    /// Records that a predicate gets the unknown value of another.
    mutating func copy(_ source: PredicateID, to predicate: PredicateID) {
        guard source != predicate else { return }
        let isGiven = !contains(source, in: chosen) && !contains(source, in: computed)
        merge([source], into: predicate)
        guard isGiven else { return }
        computed[predicate.word] &= ~predicate.bit
        originals[predicate] = originals[source] ?? source
    }

    /// Records that a predicate gets an unknown value which depends on other predicates.
    ///
    /// The value counts as chosen if one of them is.
    mutating func merge(_ sources: [PredicateID], into predicate: PredicateID) {
        let isChosen = sources.contains { contains($0, in: chosen) }
        chosen[predicate.word] &= ~predicate.bit
        computed[predicate.word] &= ~predicate.bit
        if isChosen { chosen[predicate.word] |= predicate.bit } else { computed[predicate.word] |= predicate.bit }
    }

    /// Records that the predicates under a mask have their values from before the event again. Nil means all of them.
    mutating func restore(_ mask: [UInt64]? = nil, from before: ValueProvenance?) {
        guard let before else { return }
        // The only mask is that of the pending error, which is no copy.
        if mask == nil { originals = before.originals }
        for word in chosen.indices {
            let bits = mask?[word] ?? .max
            chosen[word] = chosen[word] & ~bits | before.chosen[word] & bits
            computed[word] = computed[word] & ~bits | before.computed[word] & bits
        }
    }
}
