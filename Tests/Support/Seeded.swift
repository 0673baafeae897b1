/// Pseudo-random numbers that depend on their seed alone (SplitMix64), so that a failing run can be repeated.
package struct Seeded: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator of the numbers of a seed.
    package init(_ seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `count` - 1; 0 if there is none.
    package mutating func below(_ count: Int) -> Int { count < 1 ? 0 : Int(next() % UInt64(count)) }

    /// Whether something happens that happens `percent` times in a hundred.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of several; nothing if there is none.
    package mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }

    /// One of several.
    package mutating func one<Element>(of first: Element, _ others: Element...) -> Element {
        let index = below(others.count + 1)
        return index == 0 ? first : others[index - 1]
    }

    /// A generator for a part of what is done, so that parts can be repeated by themselves.
    package mutating func split() -> Seeded { Seeded(next()) }
}
