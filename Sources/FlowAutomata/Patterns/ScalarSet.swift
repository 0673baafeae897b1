/// A set of Unicode scalars.
struct ScalarSet: Hashable, Sendable {
    /// The members as sorted, disjoint and non-adjacent ranges.
    private(set) var ranges: [ClosedRange<UInt32>]

    /// Creates the union of ranges in any order, without surrogates.
    init(_ ranges: [ClosedRange<UInt32>]) {
        var result: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound &+ 1 {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        self.ranges = result.flatMap(Self.withoutSurrogates)
    }

    /// Creates a set with one scalar.
    init(_ scalar: Unicode.Scalar) { self.init([scalar.value...scalar.value]) }

    /// Every scalar.
    static let all = ScalarSet([0...0x10FFFF])
    /// `0` to `9`.
    static let digits = ScalarSet([0x30...0x39])
    /// ASCII letters, digits and `_`.
    static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// ASCII white space.
    static let space = ScalarSet([0x09...0x0D, 0x20...0x20])

    /// The complement of the set.
    var inverted: ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { result.append(next...0x10FFFF) }
        return ScalarSet(result)
    }

    /// Whether the set has no member.
    var isEmpty: Bool { ranges.isEmpty }

    /// Whether a scalar is in the set.
    func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } }

    /// Returns the parts of a range below and above the surrogates.
    private static func withoutSurrogates(_ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        guard range.overlaps(0xD800...0xDFFF) else { return [range] }
        var result: [ClosedRange<UInt32>] = []
        if range.lowerBound < 0xD800 { result.append(range.lowerBound...0xD7FF) }
        if range.upperBound > 0xDFFF { result.append(0xE000...range.upperBound) }
        return result
    }
}
