/// A set of attribute names, stored in two words.
package struct AttributeSet: Equatable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Creates an empty set.
    package init() {}

    /// Creates a set of names.
    init(_ names: some Sequence<AttributeName>) {
        for name in names { insert(name) }
    }

    /// Adds a name to the set.
    mutating func insert(_ name: AttributeName) {
        if name.rawValue < 64 { low |= 1 << UInt64(name.rawValue) } else { high |= 1 << UInt64(name.rawValue - 64) }
    }

    /// Returns whether the set contains a name.
    package func contains(_ name: AttributeName) -> Bool {
        let word = name.rawValue < 64 ? low : high
        return word >> UInt64(name.rawValue & 63) & 1 == 1
    }

    /// Returns whether the set contains all names of another set.
    func isSuperset(of other: AttributeSet) -> Bool { other.low & ~low == 0 && other.high & ~high == 0 }
}
