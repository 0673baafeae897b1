package import FlowDiagnostics
package import FlowTable

/// The constraints that an ask places on a text, apart from its words.
package struct TextForm: Hashable, Sendable {
    package var isDigits: Bool
    package var isSeconds: Bool
    /// The number of Unicode scalars in the text, or nil if the ask allows any.
    package var length: Int?
    /// The pattern that the text matches, or nil if the ask has none.
    package var pattern: PatternID?
    package var isNonEmpty: Bool

    package init(_ ask: Ask, _ type: SlotType) {
        isDigits = type == .digits
        isSeconds = type == .seconds
        length = ask.length
        pattern = ask.pattern
        isNonEmpty = ask.isNonEmpty
    }

    /// Whether the form constrains the text beyond not being empty.
    package var isRestricted: Bool { isDigits || isSeconds || length != nil || pattern != nil }

    package func matches(_ text: ByteString, _ patterns: Table<Pattern, Pattern>) -> Bool {
        if isDigits, !text.utf8.allSatisfy(\.isASCIIDigit) { return false }
        if isSeconds, Self.seconds?.matches(text.utf8) == false { return false }
        if let length, text.text.unicodeScalars.count != length { return false }
        if let pattern, !patterns[pattern].matches(text.utf8) { return false }
        return !isNonEmpty || !text.utf8.isEmpty
    }
}

extension TextForm {
    /// The maximum length that the automata check, since the size of an automaton grows with the length.
    private static let maxLength = 256

    /// The pattern of a number of seconds, from 1 to 86400.
    private static let seconds = try? PatternCompiler.compile(
        "[1-9][0-9]{0,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400"
    ).get()

    /// Returns automata whose intersection contains every text of this form, or nil if one is too large.
    ///
    /// A length above `maxLength` is ignored, so the intersection then contains other texts, too.
    func automata(_ patterns: Table<Pattern, Pattern>) -> [ByteDFA]? {
        var nodes: [PatternNode] = []
        if isDigits { nodes.append(.repeated(.scalar(.digits), atLeast: 0, atMost: nil)) }
        if let length, length <= Self.maxLength {
            nodes.append(.repeated(.scalar(.all), atLeast: length, atMost: length))
        }
        if isNonEmpty { nodes.append(.repeated(.scalar(.all), atLeast: 1, atMost: nil)) }
        var result = pattern.map { [ByteDFA(patterns[$0])] } ?? []
        if isSeconds, let seconds = Self.seconds { result.append(ByteDFA(seconds)) }
        for node in nodes {
            guard let automaton = ByteDFA(node) else { return nil }
            result.append(automaton)
        }
        return result
    }
}
