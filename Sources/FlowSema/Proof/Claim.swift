import FlowModel

/// That a fact holds or does not, or that a counter has a value; in one word, since a proof keeps very many.
struct Claim: Hashable, Comparable, Sendable {
    /// The fact, or the counter, and behind it what is claimed.
    let code: Int32

    private static let firstCounter: Int32 = 1 << 30

    /// A fact holds, or it does not.
    init(_ fact: FactID, _ holds: Bool) { code = fact << 1 | (holds ? 1 : 0) }

    /// A counter has a value, 0 to 255.
    init(counter: CounterID, _ value: Int) {
        code = Self.firstCounter | Int32(truncatingIfNeeded: counter) << 8 | Int32(truncatingIfNeeded: value)
    }

    /// What the claim is about: claims about the same thing have the same key.
    var key: Int32 { isCounter ? code >> 8 : code >> 1 }
    /// Whether it is about a counter.
    var isCounter: Bool { code >= Self.firstCounter }
    /// The fact.
    var fact: FactID { code >> 1 }
    /// Whether the fact holds.
    var holds: Bool { code & 1 == 1 }
    /// The counter.
    var counter: CounterID { Int((code & ~Self.firstCounter) >> 8) }
    /// The value of the counter.
    var value: Int { Int(code & 0xFF) }

    /// The key of claims about a counter.
    static func key(counter: CounterID) -> Int32 { Claim(counter: counter, 0).key }

    static func < (left: Claim, right: Claim) -> Bool { left.code < right.code }
}
