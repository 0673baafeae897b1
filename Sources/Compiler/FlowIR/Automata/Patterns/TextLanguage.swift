package import FlowDiagnostics

/// The set of texts that a declaration allows by its type, words, length and pattern.
package struct TextLanguage: Sendable {
    private let words: [ByteString]
    private let ignoringCase: Bool
    private let isDigits: Bool
    private let length: Int?
    private let pattern: Pattern?

    /// The maximum length that the language enforces, since the size of an automaton grows with the length.
    private static let maxLength = 256
    /// The number of digits of most codes.
    private static let usualLength = 6

    /// Creates the language of the texts that meet all constraints, or returns nil if every text meets them.
    ///
    /// If `words` is empty, any text is allowed. A `length` above `maxLength` is ignored, which enlarges the language.
    /// The result is also nil if the pattern does not compile, because its language is then unknown.
    package init?(
        words: [ByteString] = [], ignoringCase: Bool = false, isDigits: Bool = false, length: Int? = nil,
        pattern: String? = nil
    ) {
        let length = length.flatMap { $0 <= Self.maxLength ? $0 : nil }
        guard !words.isEmpty || isDigits || length != nil || pattern != nil else { return nil }
        self.words = words
        self.ignoringCase = ignoringCase
        self.isDigits = isDigits
        self.length = length
        guard let pattern else {
            self.pattern = nil
            return
        }
        guard case .success(let compiled) = PatternCompiler.compile(pattern) else { return nil }
        self.pattern = compiled
    }

    /// Returns whether no text is in both languages.
    ///
    /// Returns false if the automata are too large to decide this.
    package func isDisjoint(with other: TextLanguage) -> Bool {
        // Building automata takes much longer than testing texts.
        if let texts = texts ?? other.texts { return !texts.contains { contains($0) && other.contains($0) } }
        // Most languages that overlap contain the number 0…0 of this length.
        let number = ByteString(String(repeating: "0", count: length ?? other.length ?? Self.usualLength))
        if contains(number), other.contains(number) { return false }
        guard let automata, let others = other.automata else { return false }
        var product = AutomatonProduct()
        for automaton in automata + others { product.add(automaton) }
        var budget = AutomatonProduct.maxWork.perProduct
        guard let rows = product.acceptances(budget: &budget) else { return false }
        return !rows.contains { $0.allSatisfy { $0 } }
    }

    /// All texts of the language, perhaps with others; nil if it has no list of words, or ignores their case.
    private var texts: [ByteString]? { words.isEmpty || ignoringCase ? nil : words }

    private func contains(_ text: ByteString) -> Bool {
        let isWord = words.isEmpty || words.contains { ignoringCase ? $0.folded == text.folded : $0 == text }
        let hasDigits = !isDigits || text.utf8.allSatisfy(\.isASCIIDigit)
        let hasLength = length == nil || length == text.text.unicodeScalars.count
        return isWord && hasDigits && hasLength && pattern?.matches(text.utf8) ?? true
    }

    /// The automata whose intersection is the language, or nil if one is too large.
    private var automata: [ByteDFA]? {
        var result = pattern.map { [ByteDFA($0)] } ?? []
        for node in nodes {
            guard let automaton = ByteDFA(node) else { return nil }
            result.append(automaton)
        }
        return result
    }

    /// The constraints other than the pattern, as patterns.
    private var nodes: [PatternNode] {
        var nodes: [PatternNode] = []
        if !words.isEmpty { nodes.append(.alternatives(words.map { .text($0, ignoringCase: ignoringCase) })) }
        if isDigits { nodes.append(.repeated(.scalar(.digits), atLeast: 0, atMost: nil)) }
        if let length { nodes.append(.repeated(.scalar(.all), atLeast: length, atMost: length)) }
        return nodes
    }
}
