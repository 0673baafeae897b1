extension ScalarSet {
    /// The set as sequences of byte ranges: a text of one scalar is in the set if its bytes lie in one of them.
    ///
    /// A range of scalars is cut where the length of the encoding changes, then where a trailing byte would not run
    /// through all its values, until every byte varies on its own (the usual construction for UTF-8 automata).
    var byteSequences: [[ClosedRange<UInt8>]] { ranges.flatMap(Self.byteSequences) }

    private static func byteSequences(_ range: ClosedRange<UInt32>) -> [[ClosedRange<UInt8>]] {
        var result: [[ClosedRange<UInt8>]] = []
        var waiting = [range]
        while let range = waiting.popLast() {
            if let cut = cut(range) {
                waiting.append(cut + 1...range.upperBound)
                waiting.append(range.lowerBound...cut)
            } else {
                let pairs = zip(encode(range.lowerBound), encode(range.upperBound))
                result.append(pairs.map { $0...$1 })
            }
        }
        return result
    }

    /// The last scalar of the first part, if the range must be cut.
    private static func cut(_ range: ClosedRange<UInt32>) -> UInt32? {
        let (low, high) = (range.lowerBound, range.upperBound)
        for last: UInt32 in [0x7F, 0x7FF, 0xFFFF] where low <= last && last < high { return last }
        for trailing in 1..<max(encode(high).count, 1) {
            let mask: UInt32 = (1 << (6 * UInt32(trailing))) - 1
            guard low & ~mask != high & ~mask else { continue }
            if low & mask != 0 { return low | mask }
            if high & mask != mask { return (high & ~mask) - 1 }
        }
        return nil
    }

    private static func encode(_ value: UInt32) -> [UInt8] {
        guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { return [] }
        return Array(bytes)
    }
}
