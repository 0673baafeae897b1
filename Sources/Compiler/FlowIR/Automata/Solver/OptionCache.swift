/// A cache of the option tables that a solver computes, with the total work of its questions.
///
/// A table depends on the tests and not on the tested slot, so slots with the same tests share a table.
final class OptionCache {
    /// The number of subformulas evaluated for all questions.
    var work = 0

    /// The properties of a text on which its table depends.
    private struct Question: Hashable {
        let atoms: [Atom]
        let words: ClosedWords?
        let isRequired: Bool
    }

    /// By question: the table, or nil if it is too large.
    private var tables: [Question: OptionTable?] = [:]

    /// Returns the table of a text, or nil if it is too large. Computes each table once.
    func table(for options: TextOptions) -> OptionTable? {
        let question = Question(
            atoms: options.atoms.map(\.atom.withoutSlot), words: options.words, isRequired: options.isRequired)
        if let known = tables[question] { return known?.renumbered(options.atoms.map(\.number)) }
        let table = options.makeTable()
        // Also remember that a table is too large.
        tables[question] = .some(table)
        return table
    }
}

extension Atom {
    /// The same test of slot 0, so that equal tests of different slots compare equal.
    fileprivate var withoutSlot: Atom {
        switch self {
        case .present: .present(0)
        case .equals(_, let text): .equals(0, text)
        case .equalsFolded(_, let text): .equalsFolded(0, text)
        case .contains(_, let text): .contains(0, text)
        case .matches(_, let pattern): .matches(0, pattern)
        case .hasAll, .below: self
        }
    }
}
