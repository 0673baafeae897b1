/// Masks email addresses and phone numbers so that only their owner recognizes them.
enum Mask {
    /// Masks `ana@example.com` as `a***@e***`.
    static func emailAddress(_ address: String) -> String {
        let parts = address.split(separator: "@", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first, let domain = parts[1].first else { return "***" }
        return "\(first)***@\(domain)***"
    }

    /// Masks `+12065550100` as `+*******0100`.
    static func phoneNumber(_ number: String) -> String {
        let digits = number.filter(\.isNumber)
        guard digits.count > 4 else { return "+****" }
        return "+" + String(repeating: "*", count: digits.count - 4) + digits.suffix(4)
    }
}
