package import FlowDiagnostics
import FlowTable

/// Decides whether conditions on a flow's data are satisfiable.
///
/// The solver is exact, except that it allows other texts if the forms of a value set are too large or too long, and
/// other items than those in ``items``. If a question needs too much work, the answer is ``Verdict/tooComplex``.
///
/// It enumerates the combinations of the atoms of each text and counter (``OptionTable``). Rules cover lists and maps
/// (``CollectionRules``). A backtracking search then assigns the atoms that decide the result (``DecisionSearch``).
package struct ConditionSolver {
    package let slots: Table<Slot, Slot>
    package let counters: Table<Counter, String>
    package let patterns: Table<Pattern, Pattern>
    /// By slot: the value set of a text. A slot without an entry can have any value.
    package let words: [SlotID: ClosedWords]
    /// By slot: all items that a list can have. A slot without an entry can have any items.
    ///
    /// They are for analyses. The solver itself allows other items, too.
    package let items: [SlotID: [ByteString]]
    /// The slots that always have a value.
    package let required: Set<SlotID>
    let cache = OptionCache()
    private let types: Table<Slot, SlotType>

    /// The maximum number of decisions for one question.
    package static let maxDecisions = 1 << 16
    /// The maximum work, in evaluated subformulas, of one question, and of all questions together.
    ///
    /// After the questions have used `total`, each further question can still use `perLateQuestion`.
    private static let maxWork = (perQuestion: 1 << 23, total: 1 << 24, perLateQuestion: 1 << 13)

    /// Creates a solver for the conditions of one flow. Value sets without words and forms are ignored.
    package init(
        slots: Table<Slot, Slot>, counters: Table<Counter, String>, patterns: Table<Pattern, Pattern>,
        words: [SlotID: ClosedWords] = [:], items: [SlotID: [ByteString]] = [:], required: Set<SlotID> = []
    ) {
        self.slots = slots
        self.counters = counters
        self.patterns = patterns
        self.words = words.filter { !$0.value.words.isEmpty || !$0.value.forms.isEmpty }
        self.items = items
        self.required = required
        types = slots.mapValues(\.type)
    }

    /// Decides whether a condition is satisfiable.
    package func satisfiability(of condition: Condition) -> Verdict { solve(all: [condition]).verdict }

    /// Returns phrases that describe data which satisfy a condition, or nil if the solver finds no such data.
    package func example(for condition: Condition) -> [String]? {
        if case .satisfiable(let phrases) = solve(all: [condition]) { phrases } else { nil }
    }

    /// Searches for data that satisfy all conditions in `all` and no condition in `none`.
    package func solve(all: [Condition], none: [Condition] = []) -> Solution {
        let formula = Formula(all: all, none: none, types: types)
        guard let domain = SolverDomain(formula.atoms, self) else { return .tooComplex }
        var search = DecisionSearch(formula, domain)
        let remaining = max(Self.maxWork.total - cache.work, Self.maxWork.perLateQuestion)
        let verdict = search.run(maxWork: min(Self.maxWork.perQuestion, remaining))
        cache.work += search.work
        switch verdict {
        case .satisfiable: return .satisfiable(describe(search.assignment, formula.atoms, domain))
        case .unsatisfiable: return .unsatisfiable
        case .tooComplex: return .tooComplex
        }
    }

    /// Returns the combinations of truth values that atoms of one text can have.
    ///
    /// Returns nil if the automata of the atoms are too large.
    ///
    /// The text has one of `values`. Unless `isRequired` is true, it can also be absent.
    package func outcomes(of atoms: [Atom], among values: ClosedWords, isRequired: Bool) -> [[Bool]]? {
        let numbered = atoms.enumerated().map { (number: $0.offset, atom: $0.element) }
        let options = TextOptions(atoms: numbered, words: values, isRequired: isRequired, patterns: patterns)
        return cache.table(for: options)?.rows
    }
}

/// The solver's answer to a question, with data that satisfy the conditions.
package enum Solution: Sendable, Hashable {
    /// Some data satisfy the conditions. The phrases describe them, such as `password is absent`; [] means any data.
    case satisfiable([String])
    /// No data satisfy the conditions.
    case unsatisfiable
    /// The question exceeds a limit of the solver.
    case tooComplex

    /// The answer without the description of the data.
    package var verdict: Verdict {
        switch self {
        case .satisfiable: .satisfiable
        case .unsatisfiable: .unsatisfiable
        case .tooComplex: .tooComplex
        }
    }
}

/// Whether a condition is satisfiable.
package enum Verdict: Sendable, Hashable {
    /// Some data satisfy the condition.
    case satisfiable
    /// No data satisfy the condition.
    case unsatisfiable
    /// The question exceeds a limit of the solver.
    case tooComplex
}

/// A cache of the option tables that a solver computes, with the total work of its questions.
///
/// A table depends on the tests and not on the tested slot, so slots with the same tests share a table.
final class OptionCache {
    /// The number of subformulas evaluated for all questions.
    var work = 0
    /// The number of transitions of automata for all tables.
    private var productWork = 0

    /// The properties of a text on which its table depends, apart from the patterns of the solver.
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
        let limit = AutomatonProduct.maxWork
        let start = min(limit.perProduct, max(limit.total - productWork, limit.perLateProduct))
        var budget = start
        let table = options.makeTable(budget: &budget)
        productWork += start - budget
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
