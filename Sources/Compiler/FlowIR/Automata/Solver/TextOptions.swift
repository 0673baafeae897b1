package import FlowDiagnostics

/// Computes the combinations of truth values that the atoms of one text can have.
///
/// If a few texts decide all atoms, the computation evaluates the atoms for each of them. Otherwise, it explores the
/// product of the atoms' automata. The result is exact, unless a form of the value set is too large or too long.
struct TextOptions {
    let atoms: [(number: Int, atom: Atom)]
    /// The value set of the text, or nil if it can have any value.
    let words: ClosedWords?
    /// Whether the value is always present.
    let isRequired: Bool
    let patterns: Table<Pattern, Pattern>

    /// Creates the table of the text, or returns nil if the automata of its atoms are too large.
    ///
    /// Subtracts the number of transitions of the automata from `budget`, which bounds it.
    func makeTable(budget: inout Int) -> OptionTable? {
        var table = OptionTable(atoms: atoms.map(\.number))
        if let words, !words.forms.isEmpty {
            // If the automata of the forms are too large, over-approximate by allowing every text.
            let anyText = TextOptions(atoms: atoms, words: nil, isRequired: true, patterns: patterns)
            let start = budget
            if !addProductRows(to: &table, &budget) {
                // The second product has the budget that the first one had.
                var rest = start
                let isComplete = anyText.addProductRows(to: &table, &rest)
                budget -= start - rest
                guard isComplete else { return nil }
            }
        } else if let words, !words.ignoringCase {
            for word in words.words { addRow(of: word, to: &table) }
        } else if atoms.allSatisfy({ $0.atom.isComparison }) {
            addComparisonRows(to: &table)
        } else if !addProductRows(to: &table, &budget) {
            return nil
        }
        if !isRequired { table.add(.absent, atoms.map { _ in false }) }
        return table
    }

    /// Adds the row with the truth values that the atoms have for a text.
    private func addRow(of text: ByteString, to table: inout OptionTable) {
        table.add(.text(text), atoms.map { $0.atom.holds(for: text, patterns) })
    }

    /// The maximum number of ASCII letters of a text whose case variants are counted. An `Int` can hold this count.
    private static let maxLettersToCount = 60

    /// Adds the rows for atoms that only compare the text with literals.
    ///
    /// The texts are the literals or, if there is a value set, its words. The rows cover each spelling of a text that
    /// an atom names, each text in a case that no atom names and, without a value set, any other text.
    private func addComparisonRows(to table: inout OptionTable) {
        let foldedTexts = words?.words.map(\.folded) ?? atoms.compactMap { $0.atom.literal?.folded }
        let named = atoms.compactMap { if case .equals(_, let literal) = $0.atom { literal } else { nil } }
        let namedVariants = Dictionary(grouping: named, by: \.folded)
        for folded in foldedTexts {
            let variants = namedVariants[folded] ?? []
            for variant in variants { addRow(of: variant, to: &table) }
            if !areAllVariants(of: folded, variants) { addRow(ofUnnamedVariantOf: folded, to: &table) }
        }
        if words == nil { table.add(.other, atoms.map(\.atom.isPresence)) }
    }

    /// Adds the row for those case variants of the text `folded` that no atom names.
    private func addRow(ofUnnamedVariantOf folded: ByteString, to table: inout OptionTable) {
        let row = atoms.map { pair in
            if case .equalsFolded(_, folded) = pair.atom { true } else { pair.atom.isPresence }
        }
        table.add(.text(folded), row)
    }

    /// Returns whether `variants` contains every case variant of a text. A text with n ASCII letters has 2ⁿ of them.
    ///
    /// Returns false if the text has too many letters, because then no flow names all its variants.
    private func areAllVariants(of folded: ByteString, _ variants: [ByteString]) -> Bool {
        let count = folded.asciiLetterCount
        return count <= Self.maxLettersToCount && Set(variants).count >= 1 << count
    }

    /// Adds a row for each combination that the product of the automata finds in the value set.
    ///
    /// Returns false, and adds no row, if an automaton or the product is too large.
    private func addProductRows(to table: inout OptionTable, _ budget: inout Int) -> Bool {
        var product = AutomatonProduct()
        guard let alternatives else { return false }
        for automaton in alternatives.joined() { product.add(automaton) }
        for (_, atom) in atoms {
            guard let automaton = makeAutomaton(of: atom) else { return false }
            product.add(automaton)
        }
        guard let rows = product.acceptances(budget: &budget) else { return false }
        // Each row begins with the automata of the value set. The automata of the atoms follow.
        let valueSetCount = alternatives.reduce(0) { $0 + $1.count }
        for row in rows where isInValueSet(row, alternatives) { table.add(.other, Array(row[valueSetCount...])) }
        return true
    }

    /// Returns whether all automata of one alternative accept, according to a row of the product.
    private func isInValueSet(_ row: [Bool], _ alternatives: [[ByteDFA]]) -> Bool {
        var end = 0
        return alternatives.contains { automata in
            let start = end
            end += automata.count
            return row[start..<end].allSatisfy { $0 }
        }
    }

    /// Creates the automaton of the texts that satisfy an atom of one text, or returns nil if it is too large.
    private func makeAutomaton(of atom: Atom) -> ByteDFA? {
        switch atom {
        case .equals(_, let literal): ByteDFA(.text(literal))
        case .equalsFolded(_, let literal): ByteDFA(.text(literal, ignoringCase: true))
        case .contains(_, let literal): ByteDFA(.sequence([.anything, .text(literal), .anything]))
        case .matches(_, let pattern): ByteDFA(patterns[pattern])
        case .present, .hasAll, .below: ByteDFA(.anything)
        }
    }

    /// The value set as lists of automata, or nil if an automaton is too large.
    ///
    /// A text is in the value set if all automata of one list accept it.
    private var alternatives: [[ByteDFA]]? {
        guard let words else { return ByteDFA(.anything).map { [[$0]] } }
        var result: [[ByteDFA]] = []
        if !words.words.isEmpty {
            let nodes = words.words.map { PatternNode.text($0, ignoringCase: words.ignoringCase) }
            guard let automaton = ByteDFA(.alternatives(nodes)) else { return nil }
            result.append([automaton])
        }
        for form in words.forms {
            guard let automata = form.automata(patterns) else { return nil }
            result.append(automata)
        }
        return result
    }
}

/// The value set of a text: a list of words, and all texts of some forms.
package struct ClosedWords: Sendable, Hashable {
    package var words: [ByteString]
    /// Whether the ASCII case of a value can differ from that of its word.
    package var ignoringCase: Bool
    /// The forms of the values that are not words.
    package var forms: [TextForm]

    package init(_ words: [ByteString], ignoringCase: Bool = false, forms: [TextForm] = []) {
        self.words = words
        self.ignoringCase = ignoringCase
        self.forms = forms
    }
}
