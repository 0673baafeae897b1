/// A formatted start tag, without its closing bracket.
struct TagText {
    let name: Range<Int>
    /// The attributes in source order.
    let attributes: [AttributeText]
    /// The width on one line, from `<` to the last attribute.
    let width: Int
}

/// Reads the tags of elements, and formats their attributes.
struct TagReader {
    private let source: UnsafeBufferPointer<UInt8>
    private let vocabulary: Vocabulary?

    /// Creates a reader; without a vocabulary, it treats no value as a list or a guard.
    init(_ source: UnsafeBufferPointer<UInt8>, _ vocabulary: Vocabulary?) {
        self.source = source
        self.vocabulary = vocabulary
    }

    /// Returns the formatted start tag of an element.
    func tag(of node: LayoutNode) -> TagText {
        var scanner = StartTagScanner(source, node.source)
        let rule = vocabulary?.ruleIndex(ElementName(spelling: text(scanner.nameRange)))
        var attributes: [AttributeText] = []
        // The width of `<` and the name; each attribute adds a blank and its own width.
        var width = 1 + source.width(of: scanner.nameRange)
        while let attribute = scanner.next() {
            let formatted = AttributeText(source, attribute, breaks(ofAttribute: attribute.name, inRule: rule))
            attributes.append(formatted)
            width += 1 + formatted.width
        }
        return TagText(name: scanner.nameRange, attributes: attributes, width: width)
    }

    /// Returns the range of an element's name in the source.
    func name(of node: LayoutNode) -> Range<Int> { StartTagScanner(source, node.source).nameRange }

    /// Returns the blanks at which the value of an attribute may be wrapped.
    private func breaks(ofAttribute name: Range<Int>, inRule rule: Int?) -> AttributeText.Breaks {
        guard let rule, let vocabulary else { return .none }
        let attribute = AttributeName(spelling: text(name))
        guard let slot = vocabulary.slot(attribute, inRule: rule) else { return .none }
        // Only attributes of this name contain guards.
        if attribute == .when { return .clauses }
        return vocabulary.rules[rule].attributes[slot].kind.isList ? .words : .none
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }
}

/// An attribute in its formatted form, with double quotes and minimal escapes.
struct AttributeText {
    /// The blanks of a value at which a line may be wrapped.
    enum Breaks {
        case none
        /// Every blank, as in a list of words.
        case words
        /// Blanks outside quotes, preferably before `and` and `or`, as in a guard.
        case clauses
    }

    /// The name, the quotes and the value.
    let bytes: [UInt8]
    /// The blanks at which the value may be wrapped.
    let breaks: Breaks
    /// The attribute's width on one line, in columns.
    let width: Int

    /// Formats an attribute: its name, and its value in double quotes.
    init(_ source: UnsafeBufferPointer<UInt8>, _ attribute: StartTagScanner.Attribute, _ breaks: Breaks) {
        var value = Self.escaped(source, attribute)
        if breaks != .none { value = Self.collapsed(value, respectingQuotes: breaks == .clauses) }
        var bytes = Array(source[attribute.name])
        // The value is enclosed in `="` and `"`.
        bytes.reserveCapacity(bytes.count + value.count + 3)
        bytes.append(Byte.equals)
        bytes.append(Byte.doubleQuote)
        bytes += value
        bytes.append(Byte.doubleQuote)
        self.bytes = bytes
        self.breaks = breaks
        width = bytes.width
    }

    /// Returns the value of an attribute, escaped for double quotes.
    ///
    /// References to control characters and to characters outside ASCII stay as written.
    private static func escaped(
        _ source: UnsafeBufferPointer<UInt8>, _ attribute: StartTagScanner.Attribute
    ) -> [UInt8] {
        var walker = ContentWalker(source, attribute.value, .attribute)
        var result: [UInt8] = []
        result.reserveCapacity(attribute.value.count)
        while let piece = walker.next() {
            let byte = UInt8(truncatingIfNeeded: piece.bytes)
            let isReference = source[piece.source.lowerBound] == Byte.ampersand
            let isPrintableASCII = piece.count == 1 && (Byte.space...UInt8(ascii: "~")).contains(byte)
            if isReference, !isPrintableASCII {
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

    /// Returns a value with runs of blanks collapsed and without blanks at its ends.
    ///
    /// If `respectingQuotes` is true, blanks inside quotes stay. A value that is only blanks is unchanged.
    private static func collapsed(_ value: [UInt8], respectingQuotes: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(value.count)
        var scanner = QuoteScanner(isActive: respectingQuotes)
        for index in value.indices {
            let isQuoted = scanner.isQuoted
            scanner.read(value, at: index)
            if value[index] == Byte.space, !isQuoted, result.isEmpty || result.last == Byte.space { continue }
            result.append(value[index])
        }
        if !scanner.isQuoted, result.last == Byte.space { result.removeLast() }
        return result.isEmpty ? value : result
    }

    /// Returns the blanks at which the value may be wrapped, in source order; empty if it may not be wrapped.
    func breakPoints() -> [BreakPoint] {
        guard breaks != .none else { return [] }
        var points: [BreakPoint] = []
        var scanner = QuoteScanner(isActive: breaks == .clauses)
        var column = 0
        // The number of open parentheses.
        var depth = 0
        let start = (bytes.firstIndex(of: Byte.doubleQuote) ?? 0) + 1
        for index in bytes.indices {
            defer { if !Byte.continuesScalar(bytes[index]) { column += 1 } }
            // Only the bytes between the quotes can be break points.
            guard index >= start, index < bytes.count - 1 else { continue }
            scanner.read(bytes, at: index)
            if scanner.isQuoted { continue }
            switch bytes[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case Byte.space:
                let precedence = breaks == .clauses ? junctionPrecedence(at: index + 1) : nil
                // Two ranks for each level of parentheses: one for `or`, one for `and`.
                points.append(BreakPoint(offset: index, column: column, rank: precedence.map { 2 * depth + $0 }))
            default: break
            }
        }
        return points
    }

    /// Returns the precedence of the word at an index: 0 for `or`, 1 for `and`, or nil for any other word.
    private func junctionPrecedence(at index: Int) -> Int? {
        let word = bytes[index...].prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
        guard word.endIndex < bytes.count, [Byte.space, UInt8(ascii: "(")].contains(bytes[word.endIndex]) else {
            return nil
        }
        if word.elementsEqual("or".utf8) { return 0 }
        return word.elementsEqual("and".utf8) ? 1 : nil
    }
}
