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

extension ScalarSet {
    /// The UTF-8 encodings of the members, as sequences of byte ranges.
    ///
    /// A scalar is in the set if the bytes of its encoding lie in the ranges of one sequence. Each range of scalars is
    /// split until every byte varies independently of the others, as is usual for UTF-8 automata.
    var byteSequences: [[ClosedRange<UInt8>]] { ranges.flatMap(Self.byteSequences) }

    /// Returns the UTF-8 encodings of a range of scalars, as sequences of byte ranges.
    private static func byteSequences(_ range: ClosedRange<UInt32>) -> [[ClosedRange<UInt8>]] {
        var result: [[ClosedRange<UInt8>]] = []
        var waiting = [range]
        while let range = waiting.popLast() {
            if let last = endOfFirstPart(of: range) {
                waiting.append(last + 1...range.upperBound)
                waiting.append(range.lowerBound...last)
            } else {
                let pairs = zip(encode(range.lowerBound), encode(range.upperBound))
                result.append(pairs.map { $0...$1 })
            }
        }
        return result
    }

    /// The last scalars that UTF-8 encodes in one, two and three bytes.
    private static let lastScalarsOfShorterLengths: [UInt32] = [0x7F, 0x7FF, 0xFFFF]
    private static let bitsPerTrailingByte: UInt32 = 6

    /// Returns the last scalar of the first part if a range must be split, or nil if its bytes vary independently.
    ///
    /// A range is split where the length of the encoding changes. It is also split where a byte before the trailing
    /// ones changes, unless each trailing byte takes all its values.
    private static func endOfFirstPart(of range: ClosedRange<UInt32>) -> UInt32? {
        let (low, high) = (range.lowerBound, range.upperBound)
        for last in lastScalarsOfShorterLengths where low <= last && last < high { return last }
        for trailing in encode(high).indices.dropFirst() {
            // The bits of a scalar that its last `trailing` bytes encode.
            let mask: UInt32 = (1 << (bitsPerTrailingByte * UInt32(trailing))) - 1
            // If both bounds have the same bits before these, no earlier byte changes within the range.
            guard low & ~mask != high & ~mask else { continue }
            if low & mask != 0 { return low | mask }
            if high & mask != mask { return (high & ~mask) - 1 }
        }
        return nil
    }

    /// Returns the UTF-8 encoding of a scalar, or [] if the value is not a scalar.
    private static func encode(_ value: UInt32) -> [UInt8] {
        guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { return [] }
        return Array(bytes)
    }
}
