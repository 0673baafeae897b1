/// An attribute in its formatted form: double quotes and minimal escapes.
struct AttributeText {
    /// Where a value may be wrapped, since white space has no meaning there.
    enum Breaks {
        /// Nowhere.
        case none
        /// At every blank: a list of words.
        case words
        /// At blanks outside quotes, preferably before `and` and `or`: a guard.
        case clauses
    }

    /// Name, quotes and value.
    let bytes: [UInt8]
    /// Where it may be wrapped.
    let breaks: Breaks
    /// Its width on one line, in columns.
    let width: Int

    /// Creates the text of an attribute in the source.
    init(_ source: UnsafeBufferPointer<UInt8>, _ attribute: StartTagScanner.Attribute, _ breaks: Breaks) {
        var value = Self.escaped(source, attribute)
        if breaks != .none { value = Self.collapsed(value, quotes: breaks == .clauses) }
        var bytes = Array(source[attribute.name])
        bytes.reserveCapacity(bytes.count + value.count + 3)
        bytes.append(Byte.equals)
        bytes.append(Byte.doubleQuote)
        bytes += value
        bytes.append(Byte.doubleQuote)
        self.bytes = bytes
        self.breaks = breaks
        width = bytes.width
    }

    /// Escapes a value for double quotes.
    ///
    /// References to characters that are invisible or not permitted remain.
    private static func escaped(
        _ source: UnsafeBufferPointer<UInt8>, _ attribute: StartTagScanner.Attribute
    ) -> [UInt8] {
        var walker = ContentWalker(source, attribute.value, .attribute)
        var result: [UInt8] = []
        result.reserveCapacity(attribute.value.count)
        while let piece = walker.next() {
            let byte = UInt8(truncatingIfNeeded: piece.bytes)
            let isReference = source[piece.source.lowerBound] == Byte.ampersand
            if isReference, piece.count > 1 || byte < Byte.space || byte > 0x7E {
                result += source[piece.source]
                continue
            }
            switch byte {
            case Byte.ampersand: result += "&amp;".utf8
            case Byte.lessThan: result += "&lt;".utf8
            case Byte.doubleQuote: result += "&quot;".utf8
            default: result.append(byte)
            }
        }
        return result
    }

    /// Collapses runs of blanks and trims the ends; a blank value is unchanged.
    private static func collapsed(_ value: [UInt8], quotes: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(value.count)
        var scanner = QuoteScanner(isActive: quotes)
        for index in value.indices {
            let isQuoted = scanner.isQuoted
            scanner.read(value, at: index)
            if value[index] == Byte.space, !isQuoted, result.isEmpty || result.last == Byte.space { continue }
            result.append(value[index])
        }
        if !scanner.isQuoted, result.last == Byte.space { result.removeLast() }
        return result.isEmpty ? value : result
    }

    /// The places where it may be wrapped, in order.
    func breakPoints() -> [BreakPoint] {
        guard breaks != .none else { return [] }
        var points: [BreakPoint] = []
        var scanner = QuoteScanner(isActive: breaks == .clauses)
        var column = 0
        var depth = 0
        let start = (bytes.firstIndex(of: Byte.doubleQuote) ?? 0) + 1
        for index in bytes.indices {
            defer { if bytes[index] & 0xC0 != 0x80 { column += 1 } }
            guard index >= start, index < bytes.count - 1 else { continue }
            scanner.read(bytes, at: index)
            if scanner.isQuoted { continue }
            switch bytes[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case Byte.space:
                let junction = breaks == .clauses ? junction(at: index + 1) : nil
                points.append(BreakPoint(offset: index, column: column, rank: junction.map { 2 * depth + $0 }))
            default: break
            }
        }
        return points
    }

    /// The precedence of an `and` or `or` at an index, or nil.
    private func junction(at index: Int) -> Int? {
        let word = bytes[index...].prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
        guard word.endIndex < bytes.count, [Byte.space, UInt8(ascii: "(")].contains(bytes[word.endIndex]) else {
            return nil
        }
        return word.elementsEqual("or".utf8) ? 0 : word.elementsEqual("and".utf8) ? 1 : nil
    }
}
