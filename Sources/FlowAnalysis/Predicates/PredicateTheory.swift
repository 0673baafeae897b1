import FlowAutomata
import FlowModel

/// The theory of the predicates: decides which literals are consistent. It asks the solver once for each question.
package final class PredicateTheory {
    private let table: PredicateTable
    private let solver: ConditionSolver
    private let values: ValueTheory
    /// By predicate: the others over the same values.
    private let siblings: [[PredicateID]]
    /// By predicate: whether its value is constrained.
    private let isRestricted: [Bool]
    /// By predicate: all that its consequences depend on.
    private let related: [[PredicateID]]
    /// Predicates that the solver gave up on; they count as consistent.
    package private(set) var undecided: Set<PredicateID> = []
    private var known: [Question: Bool] = [:]
    private var consequences: [Question: [Literal]] = [:]

    /// A literal together with the known literals over the same values.
    private struct Question: Hashable {
        let literal: Literal
        let others: [Literal]

        /// Hashes all literals at once, since every decision asks such questions.
        func hash(into hasher: inout Hasher) {
            hasher.combine(literal.code)
            others.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// Makes the theory of a table.
    init(_ table: PredicateTable, _ solver: ConditionSolver) {
        self.table = table
        self.solver = solver
        values = ValueTheory(solver)
        let siblings = table.predicates.indices.map { index in
            Self.predicates(about: table.predicates[index].slots, table).filter { $0 != PredicateID(index) }
        }
        related = table.predicates.indices.map { index in
            let slots = table.predicates[index].slots + siblings[index].flatMap { table.predicates[Int($0)].slots }
            return Self.predicates(about: slots, table)
        }
        self.siblings = siblings
        isRestricted = table.predicates.map { predicate in
            predicate.slots.contains { solver.required.contains($0) || solver.words[$0] != nil }
        }
    }

    /// Whether an abstract state stays consistent with a literal.
    package func allows(_ predicate: PredicateID, _ holds: Bool, in valuation: AbstractState) -> Bool {
        let question = Question(
            literal: Literal(predicate, holds), others: valuation.literals(about: siblings[Int(predicate)]))
        if question.others.isEmpty, holds || !isRestricted[Int(predicate)] { return true }
        if let answer = known[question] { return answer }
        let literals = question.others + [question.literal]
        let answer = values.allows(literals.map { (table.predicates[Int($0.predicate)], $0.holds) }) ?? solve(literals)
        known[question] = answer
        return answer
    }

    /// Propagates a decision to the predicates that it implies.
    func saturate(_ valuation: inout AbstractState, after predicate: PredicateID) {
        guard !siblings[Int(predicate)].isEmpty, let holds = valuation.holds(predicate) else { return }
        let question = Question(
            literal: Literal(predicate, holds), others: valuation.literals(about: related[Int(predicate)]))
        if let literals = consequences[question] {
            for literal in literals { valuation.set(literal.predicate, literal.holds) }
            return
        }
        var literals: [Literal] = []
        for sibling in siblings[Int(predicate)] where valuation.holds(sibling) == nil {
            let canHold = allows(sibling, true, in: valuation)
            guard canHold != allows(sibling, false, in: valuation) else { continue }
            valuation.set(sibling, canHold)
            literals.append(Literal(sibling, canHold))
        }
        consequences[question] = literals
    }

    /// Returns the predicates over some slots, in order.
    private static func predicates(about slots: [SlotID], _ table: PredicateTable) -> [PredicateID] {
        guard let first = slots.first else { return [] }
        if slots.allSatisfy({ $0 == first }) { return table.bySlot[first] }
        return Set(Set(slots).flatMap { table.bySlot[$0] }).sorted()
    }

    private func solve(_ literals: [Literal]) -> Bool {
        let all = literals.filter(\.holds).compactMap { table.predicates[Int($0.predicate)].condition }
        let none = literals.filter { !$0.holds }.compactMap { table.predicates[Int($0.predicate)].condition }
        // Every set contains all of an absent list.
        for case .leaf(.hasAll(_, let wanted)) in none where none.contains(.present(wanted)) { return false }
        switch solver.solve(all: all, none: none) {
        case .unsatisfiable: return false
        case .satisfiable: return true
        case .tooComplex:
            undecided.formUnion(literals.map(\.predicate))
            return true
        }
    }

    /// Returns data that satisfy literals, in the words of guards.
    package func words(_ literals: [Literal]) -> [String] {
        let all = literals.filter(\.holds).compactMap { table.predicates[Int($0.predicate)].condition }
        let none = literals.filter { !$0.holds }.compactMap { table.predicates[Int($0.predicate)].condition }
        guard case .satisfiable(let words) = solver.solve(all: all, none: none) else { return [] }
        return words
    }
}
