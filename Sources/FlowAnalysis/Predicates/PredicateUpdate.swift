import FlowModel

/// Facts that become known, or are forgotten, at once.
struct PredicateUpdate: Sendable {
    /// The part of a change that lies in one word of a situation.
    struct Item: Sendable {
        let word: Int
        /// The facts that change.
        var mask: UInt64
        /// Those that are known afterwards.
        var known: UInt64
        /// Those that hold afterwards.
        var holding: UInt64
    }

    /// The parts, each for another word.
    private(set) var items: [Item] = []

    /// Whether nothing changes.
    var isEmpty: Bool { items.isEmpty }

    /// A change that forgets some facts and then makes some claims.
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
        // Nothing was claimed yet when something is forgotten.
        guard let holds else { return }
        items[index].known |= bit
        items[index].holding = holds ? items[index].holding | bit : items[index].holding & ~bit
    }
}
