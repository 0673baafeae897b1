import FlowAutomata
import FlowModel

/// The answers that there are to an ask: type, words, length and pattern decide, and what is offered.
struct AskAnswers {
    private let ask: Ask
    private let solver: ConditionSolver
    /// The values that can be given; nothing where that is not known.
    private let values: ClosedWords?

    /// The answers to an ask of a flow.
    init(_ ask: Ask, _ solver: ConditionSolver) {
        self.ask = ask
        self.solver = solver
        values = Self.values(ask, solver)
    }

    private static func values(_ ask: Ask, _ solver: ConditionSolver) -> ClosedWords? {
        let type = solver.slots[ask.slot].type
        guard !type.isCollection else { return nil }
        let form = TextForm(ask, type)
        let words = type == .flag && ask.words.isEmpty ? ["true", "false"] : ask.words
        guard words.isEmpty else {
            // In another case a word can match a pattern that it does not match as it is written.
            let fitting = ask.ignoresCase ? words : words.filter { form.holds(for: $0, solver.patterns) }
            return ClosedWords(fitting, ignoringCase: ask.ignoresCase)
        }
        return form.isRestricted ? ClosedWords([], forms: [form]) : nil
    }

    /// Whether the step cannot be answered, whatever the data are: it must be given, and nothing that is given is taken.
    var isImpossible: Bool {
        guard ask.isRequired, ask.fallback == nil, let values else { return false }
        return solver.outcomes(of: [], among: values, isRequired: true)?.isEmpty == true
    }

    /// The condition on what is offered without which the step cannot be answered; nothing if there is none.
    var demand: Condition? {
        guard let offered = ask.offered, ask.isRequired, ask.fallback == nil else { return nil }
        guard let values, values.forms.isEmpty, !values.words.isEmpty, !ask.ignoresCase else {
            return .present(offered)
        }
        let tests = values.words.map { Condition.contains(offered, $0) }
        return tests.dropFirst().reduce(tests[0]) { .or($0, $1) }
    }

    /// What the answers have in common: by atom, how it comes out for each of them; nothing where that differs or is not known.
    func common(_ atoms: [Atom]) -> [Bool?] {
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
    /// The condition on what is offered without which a step that asks for these cannot be answered.
    func demand(_ solver: ConditionSolver) -> Condition? {
        let demands = compactMap { AskAnswers($0, solver).demand }
        return demands.dropFirst().reduce(demands.first) { all, next in all.map { .and($0, next) } }
    }
}
