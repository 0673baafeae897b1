/// Decides atoms until a formula holds, taking back what fails.
struct DecisionSearch {
    private var formula: Formula
    private let domain: SolverDomain
    /// By atom: what it was decided to be.
    private(set) var assignment: [Bool?]
    private var trail: [(atom: Int, isSecond: Bool)] = []
    private var decisions = 0

    /// A search for a formula over a domain.
    init(_ formula: Formula, _ domain: SolverDomain) {
        self.formula = formula
        self.domain = domain
        assignment = Array(repeating: nil, count: formula.atoms.count)
    }

    /// Searches; where the formula can hold, the assignment makes it hold whatever the undecided atoms are.
    mutating func run() -> Verdict {
        while true {
            decisions += 1
            if decisions > ConditionSolver.mostDecisions || decisions * formula.size > ConditionSolver.mostWork {
                return .tooComplex
            }
            let value = formula.evaluate(assignment)
            if value == true { return .satisfiable }
            var isPossible = false
            if value == nil, let next = formula.nextDecision() {
                assignment[next.atom] = next.value
                trail.append((next.atom, false))
                isPossible = domain.isConsistent(assignment, after: next.atom)
            }
            while !isPossible {
                guard let (atom, isSecond) = trail.popLast() else { return .unsatisfiable }
                let value = assignment[atom]
                assignment[atom] = nil
                guard !isSecond, let value else { continue }
                assignment[atom] = !value
                trail.append((atom, true))
                isPossible = domain.isConsistent(assignment, after: atom)
            }
        }
    }
}
