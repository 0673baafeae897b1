package import FlowModel

/// The form that an ask demands of a text, beside its words.
package struct TextForm: Hashable, Sendable {
    /// Whether it consists of digits.
    package var isDigits: Bool
    /// Whether it is a number of seconds.
    package var isSeconds: Bool
    /// The number of characters.
    package var length: Int?
    /// The pattern that it matches.
    package var pattern: PatternID?
    /// Whether it is not empty.
    package var isNonEmpty: Bool

    /// The form that an ask of a type demands.
    package init(_ ask: Ask, _ type: ValueType) {
        isDigits = type == .digits
        isSeconds = type == .seconds
        length = ask.length
        pattern = ask.pattern
        isNonEmpty = ask.isNonEmpty
    }

    /// Whether it demands more than that something is there.
    package var isRestricted: Bool { isDigits || isSeconds || length != nil || pattern != nil }

    /// Whether a text has it.
    package func holds(for text: String, _ patterns: [Pattern]) -> Bool {
        if isDigits, !text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
        if isSeconds, Self.seconds?.matches(text.utf8) == false { return false }
        if let length, text.unicodeScalars.count != length { return false }
        if let pattern, !patterns[pattern].matches(text.utf8) { return false }
        return !isNonEmpty || !text.utf8.isEmpty
    }
}

extension TextForm {
    /// The greatest length that is looked at: the automaton of a length is as long.
    private static let maxLength = 256

    /// The numbers from 1 to 86,400.
    private static let seconds = try? PatternCompiler.compile(
        "[1-9][0-9]{0,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400"
    ).get()

    /// The automata that accept a text of this form, all of them; nil if one grows too large. A length that is not looked at leaves
    /// more texts than there are.
    func automata(_ patterns: [Pattern]) -> [ByteDFA]? {
        var nodes: [PatternNode] = []
        if isDigits { nodes.append(.repeated(.scalar(ScalarSet([0x30...0x39])), least: 0, most: nil)) }
        if let length, length <= Self.maxLength {
            nodes.append(.repeated(.scalar(.all), least: length, most: length))
        }
        if isNonEmpty { nodes.append(.repeated(.scalar(.all), least: 1, most: nil)) }
        var result = pattern.map { [ByteDFA(patterns[$0])] } ?? []
        if isSeconds, let seconds = Self.seconds { result.append(ByteDFA(seconds)) }
        for node in nodes {
            guard let automaton = ByteDFA(node) else { return nil }
            result.append(automaton)
        }
        return result
    }
}
