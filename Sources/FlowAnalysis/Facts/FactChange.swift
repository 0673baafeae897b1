import FlowModel

/// Facts that become known, or are forgotten, at once.
struct FactChange: Sendable {
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
    init(forget: some Sequence<FactID> = [], claims: some Sequence<Claim> = []) {
        for fact in forget { add(fact, nil) }
        for claim in claims { add(claim.fact, claim.holds) }
    }

    private mutating func add(_ fact: FactID, _ holds: Bool?) {
        let (word, bit) = (Int(fact) >> 6, UInt64(1) << UInt64(fact & 63))
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
