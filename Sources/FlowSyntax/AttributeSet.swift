/// A set of attribute names, stored as a bit mask.
package struct AttributeSet: Equatable, Sendable {
    /// The names with raw values below 64, one bit each.
    private var low: UInt64 = 0
    /// The names with raw values from 64, one bit each.
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
        let bits = name.rawValue < 64 ? low >> UInt64(name.rawValue) : high >> UInt64(name.rawValue - 64)
        return bits & 1 == 1
    }

    /// Returns whether the set contains all names of another set.
    func isSuperset(of other: AttributeSet) -> Bool { other.low & ~low == 0 && other.high & ~high == 0 }
}
