import FlowModel

/// A simultaneous assignment to predicates.
struct PredicateUpdate: Sendable {
    /// The part of an update in one word.
    struct Item: Sendable {
        let word: Int
        /// The predicates that change.
        var mask: UInt64
        /// Those that are known afterwards.
        var known: UInt64
        /// Those that are true afterwards.
        var holding: UInt64
    }

    /// The parts, one for each word.
    private(set) var items: [Item] = []

    /// Whether it changes nothing.
    var isEmpty: Bool { items.isEmpty }

    /// Makes an update that first forgets predicates and then asserts literals.
    init(forget: some Sequence<PredicateID> = [], literals: some Sequence<Literal> = []) {
        for predicate in forget { add(predicate, nil) }
        for literal in literals { add(literal.predicate, literal.holds) }
    }

    private mutating func add(_ predicate: PredicateID, _ holds: Bool?) {
        let (word, bit) = (Int(predicate) >> 6, UInt64(1) << UInt64(predicate & 63))
        let index =
            items.firstIndex { $0.word == word }
            ?? {
                items.append(Item(word: word, mask: 0, known: 0, holding: 0))
                return items.count - 1
            }()
        items[index].mask |= bit
        // A forgotten predicate has no literal yet.
        guard let holds else { return }
        items[index].known |= bit
        items[index].holding = holds ? items[index].holding | bit : items[index].holding & ~bit
    }
}
