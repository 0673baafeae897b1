package import FlowModel

/// Decides whether data exist that make conditions hold: exact up to a bound, beyond which it says so.
///
/// The combinations of the atoms of one text or counter are found first (``OptionTable``), those of lists by rules
/// (``CollectionRules``); then atoms are decided one by one, those on which the outcome depends, each decision checked against
/// what is possible, taken back where it fails.
package struct ConditionSolver {
    /// The data that conditions test.
    package let slots: [Slot]
    /// The names of the counters.
    package let counters: [String]
    /// The patterns that texts are matched with.
    package let patterns: [Pattern]
    /// By slot: all values that a text can have.
    package let words: [SlotID: ClosedWords]
    /// By slot: all items that a list can have.
    package let items: [SlotID: [String]]
    /// Slots that always have a value.
    package let required: Set<SlotID>
    let cache = OptionCache()
    private let types: [ValueType]

    /// The greatest number of decisions for one question.
    package static let maxDecisions = 1 << 16
    /// The greatest numbers of evaluated parts: for one question, for all together, and for each that comes when there were that many.
    private static let maxWork = (one: 1 << 23, all: 1 << 24, late: 1 << 13)

    /// A solver for the data of a flow.
    ///
    /// `words` are, by slot, all values that a text can have, and `items` all that a list can have; a slot without may have any. Slots in
    /// `required` always have a value.
    package init(
        slots: [Slot], counters: [String], patterns: [Pattern], words: [SlotID: ClosedWords] = [:],
        items: [SlotID: [String]] = [:], required: Set<SlotID> = []
    ) {
        self.slots = slots
        self.counters = counters
        self.patterns = patterns
        self.words = words.filter { !$0.value.words.isEmpty || !$0.value.forms.isEmpty }
        self.items = items
        self.required = required
        types = slots.map(\.type)
    }

    /// Whether some data make a condition hold.
    package func isSatisfiable(_ condition: Condition) -> Verdict { solve(all: [condition]).verdict }

    /// Data that make a condition hold, in words; nil if there are none, or none were found within the bound.
    package func assignment(for condition: Condition) -> [String]? {
        if case .satisfiable(let words) = solve(all: [condition]) { words } else { nil }
    }

    /// Finds data that make all of some conditions hold and none of some others.
    package func solve(all: [Condition], none: [Condition] = []) -> Solution {
        let formula = Formula(all: all, none: none, types: types)
        guard let domain = SolverDomain(formula.atoms, self) else { return .tooComplex }
        var search = DecisionSearch(formula, domain)
        let left = max(Self.maxWork.all - cache.work, Self.maxWork.late)
        let verdict = search.run(within: min(Self.maxWork.one, left))
        cache.work += search.work
        switch verdict {
        case .satisfiable: return .satisfiable(words(for: search.assignment, formula.atoms, domain))
        case .unsatisfiable: return .unsatisfiable
        case .tooComplex: return .tooComplex
        }
    }

    /// What atoms about one text can come out as, for each value of some, and where none is there unless one always is; nil if
    /// that is too large.
    package func outcomes(of atoms: [Atom], among values: ClosedWords, isRequired: Bool) -> [[Bool]]? {
        let numbered = atoms.enumerated().map { (number: $0.offset, atom: $0.element) }
        let options = TextOptions(atoms: numbered, words: values, isRequired: isRequired, patterns: patterns)
        return cache.table(options)?.rows
    }
}
