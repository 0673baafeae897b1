import FlowIR

/// A simultaneous assignment to predicates.
struct PredicateUpdate: Sendable {
    /// The part of an update that concerns one word of an abstract state.
    struct Item: Sendable {
        let word: Int
        /// The predicates that the update assigns.
        var mask: UInt64
        /// The predicates of the mask that are known after the update.
        var known: UInt64
        /// The predicates of the mask that are true after the update.
        var holding: UInt64
    }

    /// The parts of the update, one for each word that it changes.
    private(set) var items: [Item] = []

    /// Whether the update assigns no predicate.
    var isEmpty: Bool { items.isEmpty }

    /// Creates the update that makes some predicates unknown, and then makes the literals true.
    init(forget: some Sequence<PredicateID> = [], literals: some Sequence<Literal> = []) {
        for predicate in forget { add(predicate, nil) }
        for literal in literals { add(literal.predicate, literal.holds) }
    }

    /// Adds the assignment of a value to a predicate. The value nil means unknown.
    private mutating func add(_ predicate: PredicateID, _ holds: Bool?) {
        let (word, bit) = (predicate.word, predicate.bit)
        let index = items.firstIndex { $0.word == word } ?? items.count
        if index == items.count { items.append(Item(word: word, mask: 0, known: 0, holding: 0)) }
        items[index].mask |= bit
        // An unknown predicate needs only its bit in the mask, because forgetting comes before the literals.
        guard let holds else { return }
        items[index].known |= bit
        items[index].holding = holds ? items[index].holding | bit : items[index].holding & ~bit
    }
}
