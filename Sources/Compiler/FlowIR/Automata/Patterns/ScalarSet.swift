/// A set of Unicode scalars.
struct ScalarSet: Hashable, Sendable {
    /// The members as sorted, disjoint and non-adjacent ranges.
    private(set) var ranges: [ClosedRange<UInt32>]

    /// Creates the union of some ranges, which can be in any order. Omits surrogates.
    init(_ ranges: [ClosedRange<UInt32>]) {
        var result: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            // Merge ranges that overlap or touch.
            if let last = result.last, range.lowerBound <= last.upperBound + 1 {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        self.ranges = result.flatMap(Self.withoutSurrogates)
    }

    init(_ scalar: Unicode.Scalar) { self.init([scalar.value...scalar.value]) }

    private init(scalars ranges: ClosedRange<Unicode.Scalar>...) {
        self.init(ranges.map { $0.lowerBound.value...$0.upperBound.value })
    }

    /// The greatest Unicode scalar.
    private static let maxScalar: UInt32 = 0x10FFFF
    /// The code points that are not scalars.
    private static let surrogates: ClosedRange<UInt32> = 0xD800...0xDFFF

    static let all = ScalarSet([0...maxScalar])
    /// `0` to `9`.
    static let digits = ScalarSet(scalars: "0"..."9")
    /// ASCII letters, digits and `_`.
    static let word = ScalarSet(scalars: "0"..."9", "A"..."Z", "_"..."_", "a"..."z")
    /// ASCII white space.
    static let space = ScalarSet(scalars: "\t"..."\r", " "..." ")

    /// All scalars that are not in the set.
    var inverted: ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= Self.maxScalar { result.append(next...Self.maxScalar) }
        return ScalarSet(result)
    }

    var isEmpty: Bool { ranges.isEmpty }

    func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } }

    /// Returns the parts of a range below and above the surrogates.
    private static func withoutSurrogates(_ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        guard range.overlaps(surrogates) else { return [range] }
        let (first, last) = (surrogates.lowerBound, surrogates.upperBound)
        var result: [ClosedRange<UInt32>] = []
        if range.lowerBound < first { result.append(range.lowerBound...first - 1) }
        if range.upperBound > last { result.append(last + 1...range.upperBound) }
        return result
    }
}
