import FlowAutomata
import FlowModel

/// Whether facts about a value can be as they are together; asked of the solver once for each case.
package final class FactConsistency {
    private let table: FactTable
    private let solver: ConditionSolver
    /// By fact: the facts about the same values, without it.
    private let siblings: [[FactID]]
    /// By fact: whether its value cannot be just anything.
    private let isRestricted: [Bool]
    private var known: [[Claim]: Bool] = [:]

    /// Consistency of the facts in a table.
    init(_ table: FactTable, _ solver: ConditionSolver) {
        self.table = table
        self.solver = solver
        siblings = table.facts.indices.map { index in
            let slots = table.facts[index].slots
            return Set(slots.flatMap { table.ofSlot[$0] }).subtracting([FactID(index)]).sorted()
        }
        isRestricted = table.facts.map { fact in
            fact.slots.contains { solver.required.contains($0) || solver.words[$0] != nil }
        }
    }

    /// Whether a situation stays possible if a fact is decided.
    package func allows(_ fact: FactID, _ holds: Bool, in situation: Situation) -> Bool {
        var claims: [Claim] = []
        for sibling in siblings[Int(fact)] {
            if let holds = situation.holds(sibling) { claims.append(Claim(sibling, holds)) }
        }
        if claims.isEmpty, holds || !isRestricted[Int(fact)] { return true }
        claims.append(Claim(fact, holds))
        if let answer = known[claims] { return answer }
        let answer = OneValue(solver).allows(claims.map { (table.facts[Int($0.fact)], $0.holds) }) ?? solve(claims)
        known[claims] = answer
        return answer
    }

    /// Decides what a decision about a fact leaves only one answer to.
    func saturate(_ situation: inout Situation, after fact: FactID) {
        for sibling in siblings[Int(fact)] where situation.holds(sibling) == nil {
            let canHold = allows(sibling, true, in: situation)
            if canHold != allows(sibling, false, in: situation) { situation.set(sibling, canHold) }
        }
    }

    private func solve(_ claims: [Claim]) -> Bool {
        let all = claims.filter(\.holds).compactMap { table.facts[Int($0.fact)].condition }
        let none = claims.filter { !$0.holds }.compactMap { table.facts[Int($0.fact)].condition }
        // All of a list that is not there is always held.
        for case .leaf(.hasAll(_, let wanted)) in none where none.contains(.present(wanted)) { return false }
        return solver.solve(all: all, none: none) != .unsatisfiable
    }

    /// Data in the words of guards that agree with claims.
    package func words(_ claims: [Claim]) -> [String] {
        let all = claims.filter(\.holds).compactMap { table.facts[Int($0.fact)].condition }
        let none = claims.filter { !$0.holds }.compactMap { table.facts[Int($0.fact)].condition }
        guard case .satisfiable(let words) = solver.solve(all: all, none: none) else { return [] }
        return words
    }
}
