/// Masks email addresses and phone numbers so that only their owner recognizes them.
enum Mask {
    /// The number of digits of a phone number that stay visible.
    private static let visibleDigitCount = 4

    /// Returns `a***@e***` for `ana@example.com`, and `***` for a malformed address.
    static func emailAddress(_ address: String) -> String {
        let parts = address.split(separator: "@", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first, let domain = parts[1].first else { return "***" }
        return "\(first)***@\(domain)***"
    }

    /// Returns `+*******0100` for `+12065550100`, and `+****` for a number of at most four digits.
    static func phoneNumber(_ number: String) -> String {
        let digits = number.filter(\.isNumber)
        guard digits.count > visibleDigitCount else { return "+****" }
        return "+" + String(repeating: "*", count: digits.count - visibleDigitCount) + digits.suffix(visibleDigitCount)
    }
}
