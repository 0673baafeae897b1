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
