import FlowAutomata
import FlowModel

/// Whether facts about a value can be as they are together; asked of the solver once for each case.
package final class FactConsistency {
    private let table: FactTable
    private let solver: ConditionSolver
    private let values: OneValue
    /// By fact: the facts about the same values, without it.
    private let siblings: [[FactID]]
    /// By fact: whether its value cannot be just anything.
    private let isRestricted: [Bool]
    /// By fact: all facts on which depends what follows from it.
    private let related: [[FactID]]
    /// Facts about which a question was too hard, so that more is taken for possible than is.
    package private(set) var undecided: Set<FactID> = []
    private var known: [Question: Bool] = [:]
    private var consequences: [Question: [Claim]] = [:]

    /// A claim about a fact, beside what is known of others.
    private struct Question: Hashable {
        let claim: Claim
        let others: [Claim]

        /// Hashes all claims at once: these questions are asked at every decision.
        func hash(into hasher: inout Hasher) {
            hasher.combine(claim.code)
            others.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// Consistency of the facts in a table.
    init(_ table: FactTable, _ solver: ConditionSolver) {
        self.table = table
        self.solver = solver
        values = OneValue(solver)
        let siblings = table.facts.indices.map { index in
            Self.facts(about: table.facts[index].slots, table).filter { $0 != FactID(index) }
        }
        related = table.facts.indices.map { index in
            let slots = table.facts[index].slots + siblings[index].flatMap { table.facts[Int($0)].slots }
            return Self.facts(about: slots, table)
        }
        self.siblings = siblings
        isRestricted = table.facts.map { fact in
            fact.slots.contains { solver.required.contains($0) || solver.words[$0] != nil }
        }
    }

    /// Whether a situation stays possible if a fact is decided.
    package func allows(_ fact: FactID, _ holds: Bool, in situation: Situation) -> Bool {
        let question = Question(claim: Claim(fact, holds), others: situation.claims(about: siblings[Int(fact)]))
        if question.others.isEmpty, holds || !isRestricted[Int(fact)] { return true }
        if let answer = known[question] { return answer }
        let claims = question.others + [question.claim]
        let answer = values.allows(claims.map { (table.facts[Int($0.fact)], $0.holds) }) ?? solve(claims)
        known[question] = answer
        return answer
    }

    /// Decides what a decision about a fact leaves only one answer to.
    func saturate(_ situation: inout Situation, after fact: FactID) {
        guard !siblings[Int(fact)].isEmpty, let holds = situation.holds(fact) else { return }
        let question = Question(claim: Claim(fact, holds), others: situation.claims(about: related[Int(fact)]))
        if let claims = consequences[question] {
            for claim in claims { situation.set(claim.fact, claim.holds) }
            return
        }
        var claims: [Claim] = []
        for sibling in siblings[Int(fact)] where situation.holds(sibling) == nil {
            let canHold = allows(sibling, true, in: situation)
            guard canHold != allows(sibling, false, in: situation) else { continue }
            situation.set(sibling, canHold)
            claims.append(Claim(sibling, canHold))
        }
        consequences[question] = claims
    }

    /// The facts about some values, in order.
    private static func facts(about slots: [SlotID], _ table: FactTable) -> [FactID] {
        guard let first = slots.first else { return [] }
        if slots.allSatisfy({ $0 == first }) { return table.ofSlot[first] }
        return Set(Set(slots).flatMap { table.ofSlot[$0] }).sorted()
    }

    private func solve(_ claims: [Claim]) -> Bool {
        let all = claims.filter(\.holds).compactMap { table.facts[Int($0.fact)].condition }
        let none = claims.filter { !$0.holds }.compactMap { table.facts[Int($0.fact)].condition }
        // All of a list that is not there is always held.
        for case .leaf(.hasAll(_, let wanted)) in none where none.contains(.present(wanted)) { return false }
        switch solver.solve(all: all, none: none) {
        case .unsatisfiable: return false
        case .satisfiable: return true
        case .tooComplex:
            undecided.formUnion(claims.map(\.fact))
            return true
        }
    }

    /// Data in the words of guards that agree with claims.
    package func words(_ claims: [Claim]) -> [String] {
        let all = claims.filter(\.holds).compactMap { table.facts[Int($0.fact)].condition }
        let none = claims.filter { !$0.holds }.compactMap { table.facts[Int($0.fact)].condition }
        guard case .satisfiable(let words) = solver.solve(all: all, none: none) else { return [] }
        return words
    }
}
