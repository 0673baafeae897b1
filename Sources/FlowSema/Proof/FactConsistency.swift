import FlowModel

/// Whether claims about a value can be true together; asked of the solver once for each set of claims.
final class FactConsistency {
    private let table: FactTable
    private let solver: ConditionSolver
    private var known: [[Claim]: Bool] = [:]

    /// Consistency of the facts in a table.
    init(_ table: FactTable, _ solver: ConditionSolver) {
        self.table = table
        self.solver = solver
    }

    /// Whether a situation stays possible if a fact is decided.
    func allows(_ fact: FactID, _ holds: Bool, in situation: Situation) -> Bool {
        var claims = [Claim(fact, holds)]
        for slot in table.facts[Int(fact)].slots {
            for other in table.ofSlot[slot] where other != fact {
                if let holds = situation.holds(other) { claims.append(Claim(other, holds)) }
            }
        }
        if claims.count == 1, holds || !isAlwaysThere(fact) { return true }
        if claims.count > 1 { claims.sort() }
        if let answer = known[claims] { return answer }
        let answer = solve(claims)
        known[claims] = answer
        return answer
    }

    private func isAlwaysThere(_ fact: FactID) -> Bool {
        table.facts[Int(fact)].slots.contains { solver.required.contains($0) || solver.words[$0] != nil }
    }

    private func solve(_ claims: [Claim]) -> Bool {
        let all = claims.filter(\.holds).compactMap { table.facts[Int($0.fact)].condition }
        let none = claims.filter { !$0.holds }.compactMap { table.facts[Int($0.fact)].condition }
        return solver.solve(all: all, none: none) != .unsatisfiable
    }

    /// Data in the words of guards that agree with claims.
    func words(_ claims: [Claim]) -> [String] {
        let known = claims.filter { !$0.isCounter }
        let all = known.filter(\.holds).compactMap { table.facts[Int($0.fact)].condition }
        let none = known.filter { !$0.holds }.compactMap { table.facts[Int($0.fact)].condition }
        guard case .satisfiable(let words) = solver.solve(all: all, none: none) else { return [] }
        return words
    }

    /// Whether a situation leaves data that agree with none of some alternatives.
    func leavesGap(_ situation: Situation, besides alternatives: [[Claim]]) -> Bool {
        let facts = situation.claims.filter { !$0.isCounter }
        let all = facts.compactMap { condition($0) }
        let none = alternatives.map { claims in
            claims.filter { !$0.isCounter }.compactMap { condition($0) }.reduce(Condition.constant(true)) { .and($0, $1) }
        }
        if case .satisfiable = solver.solve(all: all, none: none) { return true }
        return false
    }

    private func condition(_ claim: Claim) -> Condition? {
        table.facts[Int(claim.fact)].condition.map { claim.holds ? $0 : .not($0) }
    }
}
