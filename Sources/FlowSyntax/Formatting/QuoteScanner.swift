/// Tracks quotes in a guard, byte by byte of the escaped value.
struct QuoteScanner {
    /// False for values in which quotes have no meaning.
    let isActive: Bool
    private var quote: UInt8?

    init(isActive: Bool) { self.isActive = isActive }

    /// Whether it is inside quotes.
    var isQuoted: Bool { quote != nil }

    /// Processes the byte at an index; `&quot;` counts as a quote at its `&`.
    mutating func read(_ bytes: [UInt8], at index: Int) {
        guard isActive, let found = Self.quote(bytes, index) else { return }
        if quote == nil { quote = found } else if quote == found { quote = nil }
    }

    private static func quote(_ bytes: [UInt8], _ index: Int) -> UInt8? {
        switch bytes[index] {
        case Byte.singleQuote: Byte.singleQuote
        case Byte.ampersand where bytes[index...].starts(with: "&quot;".utf8): Byte.doubleQuote
        default: nil
        }
    }
}
