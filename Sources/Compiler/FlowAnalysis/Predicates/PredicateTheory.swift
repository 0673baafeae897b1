import FlowIR

/// The theory of the predicates, which decides whether literals are consistent. It caches the answers of the solver.
package final class PredicateTheory {
    private let table: PredicateTable
    private let solver: ConditionSolver
    private let values: ValueTheory
    /// By predicate: the other predicates over any of its slots.
    private let siblings: Table<Predicate, [PredicateID]>
    /// By predicate: whether one of its slots is always present or has a closed value set.
    private let isRestricted: Table<Predicate, Bool>
    /// By predicate: the predicates over the slots of its siblings, on which the consequences of a decision depend.
    private let related: Table<Predicate, [PredicateID]>
    /// The predicates of questions that the solver could not decide. Their literals count as consistent.
    package private(set) var undecided: Set<PredicateID> = []
    /// By question: whether the literals are consistent.
    private var known: [Question: Bool] = [:]
    /// By question: the literals that follow.
    private var consequences: [Question: [Literal]] = [:]

    /// A literal together with the known literals over the same values.
    private struct Question: Hashable {
        let literal: Literal
        let others: [Literal]

        /// Hashes all literals at once, since every decision looks up a question.
        func hash(into hasher: inout Hasher) {
            hasher.combine(literal.code)
            others.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// Prepares the theory of a table's predicates, and finds the predicates over common slots.
    init(_ table: PredicateTable, _ solver: ConditionSolver) {
        self.table = table
        self.solver = solver
        values = ValueTheory(solver)
        let siblings = Table<Predicate, [PredicateID]>(
            table.predicates.indexed().map { id, predicate in
                Self.predicates(over: predicate.slots, table).filter { $0 != id }
            })
        related = Table(
            table.predicates.indexed().map { id, predicate in
                let slots = predicate.slots + siblings[id].flatMap { table.predicates[$0].slots }
                return Self.predicates(over: slots, table)
            })
        self.siblings = siblings
        isRestricted = table.predicates.mapValues { predicate in
            predicate.slots.contains { solver.required.contains($0) || solver.words[$0] != nil }
        }
    }

    /// Returns whether a predicate can have a value in an abstract state. Returns true if the solver cannot decide
    /// this.
    package func allows(_ predicate: PredicateID, _ holds: Bool, in valuation: AbstractState) -> Bool {
        let question = Question(
            literal: Literal(predicate, holds), others: valuation.literals(over: siblings[predicate]))
        // If its siblings are unknown, a predicate is assumed to hold for some data. It also fails for some, unless one
        // of its slots is restricted.
        if question.others.isEmpty, holds || !isRestricted[predicate] { return true }
        if let answer = known[question] { return answer }
        let literals = question.others + [question.literal]
        let tests = literals.map { (predicate: table.predicates[$0.predicate], holds: $0.holds) }
        let answer = values.allows(tests) ?? isSatisfiable(literals)
        known[question] = answer
        return answer
    }

    /// Sets the siblings whose values follow from the value of a predicate. Does nothing if this value is unknown.
    func saturate(_ valuation: inout AbstractState, after predicate: PredicateID) {
        guard !siblings[predicate].isEmpty, let holds = valuation.holds(predicate) else { return }
        let question = Question(
            literal: Literal(predicate, holds), others: valuation.literals(over: related[predicate]))
        if let literals = consequences[question] {
            for literal in literals { valuation.set(literal.predicate, literal.holds) }
            return
        }
        var literals: [Literal] = []
        for sibling in siblings[predicate] where valuation.holds(sibling) == nil {
            let canHold = allows(sibling, true, in: valuation)
            guard canHold != allows(sibling, false, in: valuation) else { continue }
            valuation.set(sibling, canHold)
            literals.append(Literal(sibling, canHold))
        }
        consequences[question] = literals
    }

    /// Returns the predicates that depend on some slots, each once and in order.
    private static func predicates(over slots: [SlotID], _ table: PredicateTable) -> [PredicateID] {
        guard let first = slots.first else { return [] }
        if slots.allSatisfy({ $0 == first }) { return table.bySlot[first] }
        return Set(Set(slots).flatMap { table.bySlot[$0] }).sorted()
    }

    /// Returns the conditions that are true and those that are false if all literals hold.
    ///
    /// Omits literals that no guard can express.
    private func conditions(of literals: [Literal]) -> (holding: [Condition], failing: [Condition]) {
        var holding: [Condition] = []
        var failing: [Condition] = []
        for literal in literals {
            guard let condition = table.predicates[literal.predicate].condition else { continue }
            if literal.holds { holding.append(condition) } else { failing.append(condition) }
        }
        return (holding, failing)
    }

    /// Returns whether the solver finds data that satisfy literals. Returns true if it cannot decide this.
    ///
    /// In that case, adds the predicates of the literals to `undecided`.
    private func isSatisfiable(_ literals: [Literal]) -> Bool {
        let (holding, failing) = conditions(of: literals)
        // A list has all items of an absent list.
        for case .leaf(.hasAll(_, let wanted)) in failing where failing.contains(.present(wanted)) { return false }
        switch solver.solve(all: holding, none: failing) {
        case .unsatisfiable: return false
        case .satisfiable: return true
        case .tooComplex:
            undecided.formUnion(literals.map(\.predicate))
            return true
        }
    }

    /// Returns phrases that describe data which satisfy literals. Returns [] if the solver finds no such data.
    package func describe(_ literals: [Literal]) -> [String] {
        let (holding, failing) = conditions(of: literals)
        guard case .satisfiable(let phrases) = solver.solve(all: holding, none: failing) else { return [] }
        return phrases
    }
}
