/// Tracks the quotes of a guard while its escaped value is read byte by byte.
struct QuoteScanner {
    /// Whether quotes have a meaning in the value.
    let isActive: Bool
    private var quote: UInt8?

    /// Creates a scanner outside of quotes.
    init(isActive: Bool) { self.isActive = isActive }

    /// Whether the last byte read is inside quotes.
    var isQuoted: Bool { quote != nil }

    /// Reads the byte at an index. The `&` of `&quot;` counts as a quote.
    mutating func read(_ bytes: [UInt8], at index: Int) {
        guard isActive, let found = Self.quote(in: bytes, at: index) else { return }
        if quote == nil { quote = found } else if quote == found { quote = nil }
    }

    /// Returns the quote that starts at an index, or nil if no quote starts there.
    private static func quote(in bytes: [UInt8], at index: Int) -> UInt8? {
        switch bytes[index] {
        case Byte.singleQuote: Byte.singleQuote
        case Byte.ampersand where bytes[index...].starts(with: "&quot;".utf8): Byte.doubleQuote
        default: nil
        }
    }
}
