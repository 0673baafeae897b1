/// A backtracking search for an assignment that satisfies a formula.
struct DecisionSearch {
    private var formula: Formula
    private let domain: SolverDomain
    /// By atom: its truth value, or nil if it is unassigned.
    private(set) var assignment: [Bool?]
    /// The decisions in the order in which they were made.
    private var trail: [Decision] = []
    /// By table: the rows that are still possible.
    private var rows: [[UInt64]]
    private var decisions = 0
    /// The number of subformulas evaluated so far.
    var work: Int { decisions * formula.size }

    /// The assignment of an atom, with the data that undoes it.
    private struct Decision {
        let atom: Int
        /// Whether the opposite value failed before.
        let isSecond: Bool
        /// The rows of the atom's table before the decision, or nil if the atom has no table.
        let rows: [UInt64]?
    }

    /// Creates a search without assigned atoms, in which every row of every table is possible.
    init(_ formula: Formula, _ domain: SolverDomain) {
        self.formula = formula
        self.domain = domain
        assignment = Array(repeating: nil, count: formula.atoms.count)
        rows = domain.tables.map { $0.rows(matching: []) }
    }

    /// Searches until the formula is decided, and returns the verdict.
    ///
    /// The verdict is `tooComplex` if the search makes too many decisions or evaluates more than `maxWork` subformulas.
    /// If the formula is satisfiable, `assignment` satisfies it for any values of the unassigned atoms.
    mutating func run(maxWork: Int) -> Verdict {
        while true {
            decisions += 1
            if decisions > ConditionSolver.maxDecisions || work > maxWork { return .tooComplex }
            let value = formula.evaluate(assignment)
            if value == true { return .satisfiable }
            if value == nil, let next = formula.nextDecision(), decide(next.atom, next.value, isSecond: false) {
                continue
            }
            guard backtrack() else { return .unsatisfiable }
        }
    }

    /// Reverses the last decision whose opposite value is untried and consistent, and undoes all later ones.
    ///
    /// Returns false if there is no such decision.
    private mutating func backtrack() -> Bool {
        while let last = trail.popLast() {
            let failedValue = assignment[last.atom]
            undo(last)
            if !last.isSecond, let failedValue, decide(last.atom, !failedValue, isSecond: true) { return true }
        }
        return false
    }

    /// Assigns a value to an atom, and records the decision. Returns whether the assignment may still be consistent.
    private mutating func decide(_ atom: Int, _ value: Bool, isSecond: Bool) -> Bool {
        assignment[atom] = value
        guard let table = domain.tableOfAtom[atom] else {
            trail.append(Decision(atom: atom, isSecond: isSecond, rows: nil))
            return domain.collections.isConsistent(assignment)
        }
        trail.append(Decision(atom: atom, isSecond: isSecond, rows: rows[table]))
        rows[table] = domain.tables[table].subset(of: rows[table], where: atom, is: value)
        return rows[table].contains { $0 != 0 }
    }

    /// Restores the assignment and the rows from before a decision.
    private mutating func undo(_ decision: Decision) {
        assignment[decision.atom] = nil
        if let table = domain.tableOfAtom[decision.atom], let before = decision.rows { rows[table] = before }
    }
}
