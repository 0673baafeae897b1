/// The texts that a declaration allows: those that are among its words, and have its length, and match its pattern.
package struct TextLanguage: Sendable {
    private let nodes: [PatternNode]
    private let pattern: String?

    /// The greatest length that is looked at: the automaton of a length is as long.
    private static let maxLength = 256

    /// A language; nil if every text is in it.
    package init?(
        words: [String] = [], ignoringCase: Bool = false, isDigits: Bool = false, length: Int? = nil,
        pattern: String? = nil
    ) {
        var nodes: [PatternNode] = []
        if !words.isEmpty {
            nodes.append(.alternatives(words.map { .text(TextLiteral($0), ignoringCase: ignoringCase) }))
        }
        if isDigits { nodes.append(.repeated(.scalar(ScalarSet([0x30...0x39])), least: 0, most: nil)) }
        if let length, length <= Self.maxLength {
            nodes.append(.repeated(.scalar(.all), least: length, most: length))
        }
        guard !nodes.isEmpty || pattern != nil else { return nil }
        self.nodes = nodes
        self.pattern = pattern
    }

    /// Whether no text is in both. What is too large to be decided counts as not disjoint.
    package func isDisjoint(with other: TextLanguage) -> Bool {
        guard let automata, let others = other.automata else { return false }
        var product = AutomatonProduct()
        for automaton in automata + others { product.add(automaton) }
        guard let rows = product.acceptances() else { return false }
        return !rows.contains { $0.allSatisfy { $0 } }
    }

    /// Automata that all accept a text that is in the language; nil if one grows too large or the pattern is wrong.
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
