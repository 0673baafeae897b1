import FlowModel

/// What the questions to a solver share: the tables of texts, and the work that all have done.
///
/// What tests come to together does not depend on which text they are made on, and the same few tests are asked about again and again.
final class OptionCache {
    /// The parts that were evaluated for all questions.
    var work = 0

    private struct Question: Hashable {
        let atoms: [Atom]
        let words: ClosedWords?
        let isRequired: Bool
    }

    private var tables: [Question: OptionTable?] = [:]

    /// The table of a text; nil if it would be too large.
    func table(_ options: TextOptions) -> OptionTable? {
        let question = Question(
            atoms: options.atoms.map(\.atom.onAnyText), words: options.words, isRequired: options.isRequired)
        if let known = tables[question] { return known?.renumbered(options.atoms.map(\.number)) }
        let table = options.table()
        tables[question] = .some(table)
        return table
    }
}

extension Atom {
    /// The same test of a text as a test of the first one.
    fileprivate var onAnyText: Atom {
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
