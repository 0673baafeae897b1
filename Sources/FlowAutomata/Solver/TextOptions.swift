import FlowModel

/// Finds what the atoms of one text can be together: exact, by trying words where words decide, else by running all automata
/// of the text side by side.
struct TextOptions {
    /// The atoms with their numbers.
    let atoms: [(number: Int, atom: Atom)]
    /// The words of a choice, if they are all its values.
    let words: ClosedWords?
    /// Whether the value is always present.
    let isRequired: Bool
    /// The patterns of the flow.
    let patterns: [Pattern]

    /// The table of the text; nil if it would be too large.
    func table() -> OptionTable? {
        var table = OptionTable(atoms: atoms.map(\.number))
        if let words, !words.forms.isEmpty {
            // Forms that are too large leave more values than there are.
            if !addProduct(&table),
                !TextOptions(atoms: atoms, words: nil, isRequired: true, patterns: patterns).addProduct(&table)
            {
                return nil
            }
        } else if let words, !words.ignoringCase {
            for word in words.words { add(TextLiteral(word), &table) }
        } else if atoms.allSatisfy({ $0.atom.isComparison }) {
            addComparisons(&table)
        } else if !addProduct(&table) {
            return nil
        }
        if !isRequired { table.add(.absent, atoms.map { _ in false }) }
        return table
    }

    private func add(_ text: TextLiteral, _ table: inout OptionTable) {
        table.add(.text(text), atoms.map { $0.atom.holds(for: text, patterns) })
    }

    /// Where texts are only compared, the literals count, each in a case that no literal has, and one other text.
    private func addComparisons(_ table: inout OptionTable) {
        var exact: [TextLiteral: [TextLiteral]] = [:]
        var classes: [TextLiteral] = words?.words.map { TextLiteral($0).folded } ?? []
        for (_, atom) in atoms {
            guard let literal = atom.literal else { continue }
            if words == nil { classes.append(literal.folded) }
            if case .equals = atom { exact[literal.folded, default: []].append(literal) }
        }
        for folded in classes {
            let literals = exact[folded] ?? []
            for literal in literals { add(literal, &table) }
            guard folded.letterCount > 60 || Set(literals).count < 1 << folded.letterCount else { continue }
            let row = atoms.map { $0.atom.isPresence || $0.atom == .equalsFolded($0.atom.slot, folded) }
            table.add(.text(folded), row)
        }
        if words == nil { table.add(.other, atoms.map(\.atom.isPresence)) }
    }

    private func addProduct(_ table: inout OptionTable) -> Bool {
        var product = AutomatonProduct()
        guard let domains else { return false }
        for automaton in domains.joined() { product.add(automaton) }
        for (_, atom) in atoms {
            guard let automaton = automaton(of: atom) else { return false }
            product.add(automaton)
        }
        guard let rows = product.acceptances() else { return false }
        let count = domains.reduce(0) { $0 + $1.count }
        for row in rows {
            var next = 0
            let isValue = domains.contains { automata in
                next += automata.count
                return row[next - automata.count..<next].allSatisfy { $0 }
            }
            if isValue { table.add(.other, Array(row[count...])) }
        }
        return true
    }

    private func automaton(of atom: Atom) -> ByteDFA? {
        switch atom {
        case .equals(_, let literal): ByteDFA(.text(literal))
        case .equalsFolded(_, let literal): ByteDFA(.text(literal, ignoringCase: true))
        case .contains(_, let literal): ByteDFA(.sequence([.anything, .text(literal), .anything]))
        case .matches(_, let pattern): ByteDFA(patterns[pattern])
        case .present, .hasAll, .below: ByteDFA(.anything)
        }
    }

    /// Lists of automata: a text is a value if all of one list accept it.
    private var domains: [[ByteDFA]]? {
        guard let words else { return ByteDFA(.anything).map { [[$0]] } }
        var result: [[ByteDFA]] = []
        if !words.words.isEmpty {
            let nodes = words.words.map { PatternNode.text(TextLiteral($0), ignoringCase: words.ignoringCase) }
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
