/// Knows which part of a guard lies within quotes; fed with the escaped value, byte by byte.
struct QuoteScanner {
    /// False for a value in which quotes mean nothing.
    let isActive: Bool
    private var quote: UInt8?

    init(isActive: Bool) { self.isActive = isActive }

    /// True behind an opening quote.
    var isQuoted: Bool { quote != nil }

    /// Takes note of the byte at an index; `&quot;` is a quote at its `&`.
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
