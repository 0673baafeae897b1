import FlowAnalysis
import FlowIR
package import FlowDiagnostics

/// Rejects branches that are never taken, and transitions whose guard is never true.
///
/// A branch is also never taken if one of the earlier branches of the choice is taken whenever its guard is true.
///
/// ```xml
/// <choice id="c">
///   <go to="a" when="present code"/>
///   <go to="b" when="present code and present password"/>
///   <otherwise to="d"/>
/// </choice>
/// ```
enum DeadBranches: StaticCheck {
    static let codes: [DiagnosticCode] = [.deadBranch, .guardTooComplex]

    /// Adds a finding for each branch that is never taken, or for which this is too complex to decide.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        for decision in subject.annotations.branching.decisions {
            for index in decision.branches.indices { check(index, of: decision, subject.analyses.solver, &findings) }
        }
    }

    /// Adds a finding if a branch is never taken, or if this is too complex to decide.
    private static func check(
        _ index: Int, of decision: Decision, _ solver: ConditionSolver, _ findings: inout [Diagnostic]
    ) {
        let branch = decision.branches[index]
        // Transitions have no order, so none hides another. In a choice, statements between two branches can change
        // values. Only branches of the same part, without such statements between them, see the same values.
        let earlier = decision.kind == .choice ? decision.branches[..<index].filter { $0.part == branch.part } : []
        switch solver.solve(all: [branch.condition], none: earlier.map(\.condition)) {
        case .satisfiable: return
        // The finding is the same for all branches of the decision, and duplicates are not shown.
        case .tooComplex: findings.append(decision.tooComplexFinding)
        case .unsatisfiable: findings.append(finding(about: branch, of: decision, earlier, solver))
        }
    }

    /// Returns the finding about a branch that is never taken: its guard is never true, or earlier branches hide it.
    private static func finding(
        about branch: Decision.Branch, of decision: Decision, _ earlier: [Decision.Branch], _ solver: ConditionSolver
    ) -> Diagnostic {
        if solver.satisfiability(of: branch.condition) == .unsatisfiable {
            let (part, place) = decision.kind == .choice ? ("branch", "at") : ("transition", "for")
            return Diagnostic(
                .deadBranch, at: branch.range, "this guard is never true \(place) \(decision.subject)",
                help: ["correct the guard, or remove the \(part)"])
        }
        return Diagnostic(
            .deadBranch, at: branch.range, "this branch of \(decision.subject) is never taken",
            notes: [noteOnEarlierBranch(takenInsteadOf: branch, earlier, solver)],
            help: ["move this branch before the earlier ones, or remove it"])
    }

    /// Returns a note on the earlier branch that is always taken instead of a branch.
    ///
    /// If it is not always the same branch, the note concerns all earlier branches.
    private static func noteOnEarlierBranch(
        takenInsteadOf branch: Decision.Branch, _ earlier: [Decision.Branch], _ solver: ConditionSolver
    ) -> Diagnostic.Note {
        for other in earlier
        where solver.solve(all: [branch.condition], none: [other.condition]) == .unsatisfiable {
            return Diagnostic.Note("whenever that guard is true, this earlier branch is taken", at: other.range)
        }
        return Diagnostic.Note("whenever its guard is true, one of the \(earlier.count) earlier branches is taken")
    }
}

extension DiagnosticCode {
    /// A branch that is never taken.
    package static let deadBranch = DiagnosticCode(
        "dead-branch", .error, isAboutShape: true,
        summary: "Every branch of a choice must be reachable.")
}
