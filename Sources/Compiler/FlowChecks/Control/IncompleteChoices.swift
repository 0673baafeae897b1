import FlowAnalysis
import FlowIR
package import FlowDiagnostics

/// Rejects choices that have no branch for some data.
///
/// The flow could not continue with such data. ``UnhandledEvents`` checks choices with statements that change values
/// before or between the branches, because their guards do not test the data at the entry of the choice.
///
/// ```xml
/// <choice id="begin">
///   <go to="srp" when="flowType is userSRP"/>
///   <go to="plain" when="flowType is userPassword"/>
/// </choice>
/// ```
enum IncompleteChoices: StaticCheck {
    static let codes: [DiagnosticCode] = [.incompleteChoice, .guardTooComplex]

    /// Adds a finding for each choice that has no branch for some data, which the finding names. If the guards of a
    /// choice are too complex to decide this, adds a finding about the guards instead.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        // In a closed choice, something else handles the case that no guard holds.
        for decision in subject.annotations.branching.decisions where decision.kind == .choice && !decision.isClosed {
            // If statements change values before a branch, the guards do not all test the data at the entry.
            guard decision.isPlain else { continue }
            switch missingCase(of: decision, subject.analyses) {
            case .unsatisfiable: continue
            case .tooComplex: findings.append(decision.tooComplexFinding)
            case .satisfiable(let conditions): findings.append(finding(about: decision, missing: conditions))
            }
        }
    }

    /// Searches for data that no branch of a choice accepts. In the data, all definitely assigned values are present.
    private static func missingCase(of decision: Decision, _ analyses: AnalysisCache) -> Solution {
        let branches = decision.branches.map(\.condition)
        // Most choices cover all data. For them, definite assignment need not be computed.
        if case .unsatisfiable = analyses.solver.solve(all: [], none: branches) { return .unsatisfiable }
        let assigned = decision.state.flatMap { analyses.definiteAssignment[$0] }
        let presence = assigned.map { decision.presenceConditions(of: $0) } ?? []
        return analyses.solver.solve(all: presence, none: branches)
    }

    /// Returns the finding about a choice that has no branch for data that satisfy some conditions.
    private static func finding(about decision: Decision, missing conditions: [String]) -> Diagnostic {
        Diagnostic(
            .incompleteChoice, at: decision.range,
            "\(decision.subject) has no branch to take \(conditions.whenPhrase)",
            help: ["add a branch for this case, or an 'otherwise'"])
    }
}

extension Decision {
    /// Returns a presence condition for each of some slots that the guards test.
    fileprivate func presenceConditions(of slots: SlotBits) -> [Condition] {
        var tested: Set<SlotID> = []
        for branch in branches { branch.condition.forEachLeaf { tested.formUnion($0.slots) } }
        return tested.filter(slots.contains).sorted().map { .present($0) }
    }
}

extension DiagnosticCode {
    /// A choice without a branch for some data.
    package static let incompleteChoice = DiagnosticCode(
        "incomplete-choice", .error, summary: "The branches of a choice must cover all possible data.")
}
