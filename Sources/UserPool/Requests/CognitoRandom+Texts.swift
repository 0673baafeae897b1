import CognitoHandlers

extension CognitoRandom {
    /// Returns a random UUID (RFC 9562 section 5.4).
    /// - Returns: an empty text if the source does not return as many bytes as requested.
    func uuid() -> String {
        let byteCount = 16
        var bytes = self(byteCount)
        guard bytes.count == byteCount else { return "" }
        // The high bits of these bytes contain the version, 4, and the variant.
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { Hex.text([$0]) }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
            .map { $0.joined() }.joined(separator: "-")
    }

    /// Returns a code of six uniformly distributed digits.
    func code() -> String {
        let (digitCount, codeCount): (Int, UInt32) = (6, 1_000_000)
        // Rejection sampling avoids modulo bias: the limit is a multiple of the number of codes.
        let limit = UInt32.max / codeCount * codeCount
        // A constant source in tests may never return a number below the limit.
        let maxDraws = 100
        var number: UInt32 = 0
        for _ in 0..<maxDraws {
            number = self(MemoryLayout<UInt32>.size).reduce(0) { $0 << 8 | UInt32($1) }
            if number < limit { break }
        }
        let text = String(number % codeCount)
        return String(repeating: "0", count: digitCount - text.count) + text
    }
}
