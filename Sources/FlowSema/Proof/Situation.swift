import FlowModel

/// What is known of a run's data: claims, sorted, no two about the same thing. What it does not mention may be either way.
struct Situation: Hashable, Sendable {
    /// The claims.
    private(set) var claims: [Claim] = []

    /// Nothing is known.
    init() {}

    /// Claims in any order.
    init(_ claims: some Sequence<Claim>) {
        for claim in claims { set(claim) }
    }

    private func position(_ key: Int32) -> Int {
        var low = 0
        var high = claims.count
        while low < high {
            let middle = (low + high) / 2
            if claims[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func claim(_ key: Int32) -> Claim? {
        let index = position(key)
        return index < claims.count && claims[index].key == key ? claims[index] : nil
    }

    /// Whether a fact holds; nothing if that is not known.
    func holds(_ fact: FactID) -> Bool? { claim(fact)?.holds }

    /// The value of a counter; nothing if it is not known.
    func value(of counter: CounterID) -> Int? { claim(Claim.key(counter: counter))?.value }

    /// Makes a claim, whatever was known of its thing.
    mutating func set(_ claim: Claim) {
        let index = position(claim.key)
        if index < claims.count, claims[index].key == claim.key {
            claims[index] = claim
        } else {
            claims.insert(claim, at: index)
        }
    }

    /// Forgets what is known of a thing.
    mutating func forget(_ key: Int32) {
        let index = position(key)
        if index < claims.count, claims[index].key == key { claims.remove(at: index) }
    }

    /// What it says of some things, given by sorted keys.
    func about(_ keys: [Int32]) -> Situation {
        if claims.isEmpty { return self }
        var result = Situation()
        var index = 0
        for claim in claims {
            while index < keys.count, keys[index] < claim.key { index += 1 }
            if index == keys.count { break }
            if keys[index] == claim.key { result.claims.append(claim) }
        }
        return result
    }

    /// What it says of facts alone.
    var withoutCounters: Situation {
        var result = Situation()
        result.claims = claims.filter { !$0.isCounter }
        return result
    }

    /// Whether everything that is true of another situation is true of this one: it claims no more.
    func covers(_ other: Situation) -> Bool {
        guard claims.count <= other.claims.count else { return false }
        var index = 0
        for claim in claims {
            while index < other.claims.count, other.claims[index] < claim { index += 1 }
            guard index < other.claims.count, other.claims[index] == claim else { return false }
        }
        return true
    }

    /// What both say.
    func common(with other: Situation) -> Situation {
        let known = Set(other.claims)
        var result = Situation()
        result.claims = claims.filter { known.contains($0) }
        return result
    }
}
