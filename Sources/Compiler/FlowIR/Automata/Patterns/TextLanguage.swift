/// The set of texts that a declaration allows by its words, length and pattern.
package struct TextLanguage: Sendable {
    private let nodes: [PatternNode]
    private let pattern: String?

    /// The maximum length that the language enforces. The automaton of a length has as many states.
    private static let maxLength = 256

    /// Creates the language of the texts that meet all constraints, or returns nil if every text meets them.
    ///
    /// If `words` is empty, every word is allowed. A `length` above `maxLength` is ignored, which enlarges the language.
    package init?(
        words: [String] = [], ignoringCase: Bool = false, isDigits: Bool = false, length: Int? = nil,
        pattern: String? = nil
    ) {
        var nodes: [PatternNode] = []
        if !words.isEmpty {
            nodes.append(.alternatives(words.map { .text(TextLiteral($0), ignoringCase: ignoringCase) }))
        }
        if isDigits { nodes.append(.repeated(.scalar(.digits), atLeast: 0, atMost: nil)) }
        if let length, length <= Self.maxLength {
            nodes.append(.repeated(.scalar(.all), atLeast: length, atMost: length))
        }
        guard !nodes.isEmpty || pattern != nil else { return nil }
        self.nodes = nodes
        self.pattern = pattern
    }

    /// Returns whether no text is in both languages.
    ///
    /// Returns false if the automata are too large to decide this.
    package func isDisjoint(with other: TextLanguage) -> Bool {
        guard let automata, let others = other.automata else { return false }
        var product = AutomatonProduct()
        for automaton in automata + others { product.add(automaton) }
        guard let rows = product.acceptances() else { return false }
        return !rows.contains { $0.allSatisfy { $0 } }
    }

    /// The automata whose intersection is the language, or nil if one is too large or the pattern is invalid.
    private var automata: [ByteDFA]? {
        var result: [ByteDFA] = []
        if let pattern {
            guard case .success(let compiled) = PatternCompiler.compile(pattern) else { return nil }
            result.append(ByteDFA(compiled))
        }
        for node in nodes {
            guard let automaton = ByteDFA(node) else { return nil }
            result.append(automaton)
        }
        return result
    }
}
