import CognitoHandlers

extension CognitoRandom {
    /// Returns a random UUID (RFC 9562 section 5.4).
    func uuid() -> String {
        var bytes = self(16)
        guard bytes.count == 16 else { return "" }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { Hex.text([$0]) }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
            .map { $0.joined() }.joined(separator: "-")
    }

    /// Returns a code of six uniformly distributed digits.
    func code() -> String {
        var number: UInt32 = 0
        // Rejection sampling avoids modulo bias. The limit ends the loop for a constant source in tests.
        for _ in 0..<100 {
            number = self(4).reduce(0) { $0 << 8 | UInt32($1) }
            if number < 4_294_000_000 { break }
        }
        let text = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - text.count) + text
    }
}
