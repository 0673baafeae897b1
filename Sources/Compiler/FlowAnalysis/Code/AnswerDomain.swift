import FlowDiagnostics
import FlowIR
import FlowTable

/// The set of answers that an ask accepts, restricted by its type, words, length, pattern and offered list.
struct AnswerDomain {
    private let ask: Ask
    private let solver: ConditionSolver
    /// The value set of the answers, or nil if an answer can have any value or is a list or a map.
    private let values: ClosedWords?

    init(_ ask: Ask, _ solver: ConditionSolver) {
        self.ask = ask
        self.solver = solver
        values = Self.possibleAnswers(to: ask, solver)
    }

    /// Returns the value set of the answers to an ask.
    ///
    /// Returns nil if an answer can have any value, or is a list or a map.
    private static func possibleAnswers(to ask: Ask, _ solver: ConditionSolver) -> ClosedWords? {
        let type = solver.slots[ask.slot].type
        guard !type.isCollection else { return nil }
        let form = TextForm(ask, type)
        guard let words = possibleWords(of: ask, type, solver) else {
            return form.isRestricted ? ClosedWords([], forms: [form]) : nil
        }
        // If case is ignored, the answer `a` can match the pattern although the word `A` does not.
        let fitting = ask.ignoresCase ? words : words.filter { form.matches($0, solver.patterns) }
        return ClosedWords(fitting, ignoringCase: ask.ignoresCase)
    }

    /// Returns the words to which an ask restricts its answer. Returns nil if the answer can be any word.
    ///
    /// The words are the ask's own, or else `true` and `false` for a flag, or else the possible elements of its offered
    /// list.
    private static func possibleWords(of ask: Ask, _ type: SlotType, _ solver: ConditionSolver) -> [ByteString]? {
        if !ask.words.isEmpty { return ask.words }
        if type == .flag { return ["true", "false"] }
        // A list that never has an element allows no answer.
        return ask.offered.flatMap { solver.items[$0] }
    }

    /// Whether the ask requires an answer and has no fallback, but no answer satisfies its constraints.
    var isImpossible: Bool {
        guard ask.isRequired, ask.fallback == nil, let values else { return false }
        return solver.outcomes(of: [], among: values, isRequired: true)?.isEmpty == true
    }

    /// The condition on the offered list under which the step accepts an answer, or nil for no condition.
    var offerCondition: Condition? {
        guard let offered = ask.offered, ask.isRequired, ask.fallback == nil else { return nil }
        // Without a list of exact words, an offered list is assumed to contain an item that the ask accepts.
        guard let values, values.forms.isEmpty, !values.words.isEmpty, !ask.ignoresCase else {
            return .present(offered)
        }
        return values.words.map { Condition.contains(offered, $0) }.disjunction
    }

    /// Returns the words with which atoms compare the answer to an ask.
    ///
    /// Returns [] if the ask offers no list or ignores case.
    static func wordsCompared(withAnswerTo ask: Ask, in atoms: [Atom]) -> [ByteString] {
        guard ask.offered != nil, !ask.ignoresCase else { return [] }
        return atoms.compactMap { if case .equals(ask.slot, let text) = $0 { text } else { nil } }
    }

    /// Returns the truth value that each atom has for all answers. It is nil for an atom on which they may disagree.
    func commonValues(of atoms: [Atom]) -> [Bool?] {
        let unknown = [Bool?](repeating: nil, count: atoms.count)
        guard var values, !atoms.isEmpty else { return unknown }
        if let fallback = ask.fallback { values.words.append(fallback) }
        let isGiven = ask.isRequired || ask.fallback != nil
        guard let rows = solver.outcomes(of: atoms, among: values, isRequired: isGiven), let first = rows.first else {
            return unknown
        }
        return atoms.indices.map { column in
            rows.allSatisfy { $0[column] == first[column] } ? first[column] : nil
        }
    }
}

extension [Ask] {
    /// Returns the condition on the offered lists under which the step accepts answers. Returns nil for no condition.
    func offerCondition(_ solver: ConditionSolver) -> Condition? {
        compactMap { AnswerDomain($0, solver).offerCondition }.conjunction
    }

    /// Returns a block that rejects every answer if the offered lists leave no possible answer.
    ///
    /// The block is empty if the answers do not depend on offered lists.
    func rejectionBlock(_ solver: ConditionSolver) -> Block {
        guard let condition = offerCondition(solver) else { return Block([]) }
        return Block([.when(.not(condition), Block([.refuse("not-offered")]))])
    }
}

extension [Condition] {
    /// The conjunction of the conditions, or nil if there are none.
    var conjunction: Condition? { dropFirst().reduce(first) { all, next in all.map { .and($0, next) } } }
    /// The disjunction of the conditions, or nil if there are none.
    var disjunction: Condition? { dropFirst().reduce(first) { all, next in all.map { .or($0, next) } } }
}

extension Ask {
    /// Returns the test of the answer that is equivalent to a test of the selected word's declared spelling.
    ///
    /// Returns nil if there is no such test, as for a part of a word whose case is ignored.
    func answerTest(equivalentTo atom: Atom) -> Atom? {
        switch atom {
        case .present: .present(slot)
        case .equals(_, let text) where ignoresCase:
            // An answer selects a declared word if both are equal after case folding.
            words.contains(text) ? .equalsFolded(slot, text.folded) : nil
        case .equals(_, let text): .equals(slot, text)
        case .equalsFolded(_, let text): .equalsFolded(slot, text)
        case .contains(_, let text) where !ignoresCase: .contains(slot, text)
        case .matches(_, let pattern) where !ignoresCase: .matches(slot, pattern)
        default: nil
        }
    }
}
