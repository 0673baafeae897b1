/// Decides atoms until a formula holds, taking back what fails.
struct DecisionSearch {
    private var formula: Formula
    private let domain: SolverDomain
    /// By atom: what it was decided to be.
    private(set) var assignment: [Bool?]
    private var trail: [Decision] = []
    /// By table: the rows that are still possible.
    private var rows: [[UInt64]]
    private var decisions = 0
    /// The number of evaluated parts.
    var work: Int { decisions * formula.size }

    /// A decision, and how it is taken back.
    private struct Decision {
        let atom: Int
        let isSecond: Bool
        /// The rows of the atom's table as they were before.
        let rows: [UInt64]?
    }

    /// A search for a formula over a domain.
    init(_ formula: Formula, _ domain: SolverDomain) {
        self.formula = formula
        self.domain = domain
        assignment = Array(repeating: nil, count: formula.atoms.count)
        rows = domain.tables.map { $0.rows([]) }
    }

    /// Searches, and evaluates no more parts than `most`; where the formula can hold, the assignment makes it hold whatever the
    /// undecided atoms are.
    mutating func run(within most: Int) -> Verdict {
        while true {
            decisions += 1
            if decisions > ConditionSolver.maxDecisions || work > most { return .tooComplex }
            let value = formula.evaluate(assignment)
            if value == true { return .satisfiable }
            var isPossible = false
            if value == nil, let next = formula.nextDecision() {
                isPossible = decide(next.atom, next.value, isSecond: false)
            }
            while !isPossible {
                guard let last = trail.popLast() else { return .unsatisfiable }
                let value = assignment[last.atom]
                takeBack(last)
                if !last.isSecond, let value { isPossible = decide(last.atom, !value, isSecond: true) }
            }
        }
    }

    /// Decides an atom; tells whether values exist that agree.
    private mutating func decide(_ atom: Int, _ value: Bool, isSecond: Bool) -> Bool {
        assignment[atom] = value
        guard let table = domain.tableOfAtom[atom] else {
            trail.append(Decision(atom: atom, isSecond: isSecond, rows: nil))
            return domain.collections.isConsistent(assignment)
        }
        trail.append(Decision(atom: atom, isSecond: isSecond, rows: rows[table]))
        rows[table] = domain.tables[table].rows(rows[table], where: atom, is: value)
        return rows[table].contains { $0 != 0 }
    }

    private mutating func takeBack(_ decision: Decision) {
        assignment[decision.atom] = nil
        if let table = domain.tableOfAtom[decision.atom], let before = decision.rows { rows[table] = before }
    }
}
