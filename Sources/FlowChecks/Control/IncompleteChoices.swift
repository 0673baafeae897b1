import FlowAnalysis
import FlowAnnotations
import FlowAutomata
package import FlowDiagnostics
import FlowModel

/// Rejects choices with a gap: data for which no branch is taken, so that the flow would stand still.
///
/// Where statements before or between the branches change values, only the proof of the flow knows what each guard sees: ``UntakenAnswers``.
///
/// ```xml
/// <choice id="begin">
///   <go to="srp" when="flowType is userSRP"/>
///   <go to="plain" when="flowType is userPassword"/>
/// </choice>
/// ```
enum IncompleteChoices: StaticCheck {
    static let codes: [DiagnosticCode] = [.incompleteChoice, .guardTooComplex]

    /// Adds a finding, with the data, for each such choice.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        for decision in subject.annotations.branching.decisions where decision.kind == .choice && !decision.isClosed {
            guard decision.isPlain else { continue }
            let branches = decision.branches.map(\.condition)
            if case .unsatisfiable = subject.analyses.solver.solve(all: [], none: branches) { continue }
            let known = decision.state.flatMap { subject.analyses.definiteAssignment.atEntry[$0] } ?? []
            switch subject.analyses.solver.solve(all: decision.tested(known), none: branches) {
            case .unsatisfiable: continue
            case .tooComplex: findings.append(decision.tooComplex)
            case .satisfiable(let words):
                findings.append(
                    Diagnostic(
                        .incompleteChoice, at: decision.range,
                        "\(decision.subject) has no branch to take \(words.whenPhrase)",
                        help: ["add a branch for this case, or an 'otherwise'"]))
            }
        }
    }
}

extension Decision {
    /// The conditions that those of some values are there which its guards test.
    fileprivate func tested(_ slots: Set<SlotID>) -> [Condition] {
        var tested: Set<SlotID> = []
        for branch in branches { branch.condition.forEachLeaf { tested.formUnion($0.slots) } }
        return tested.intersection(slots).sorted().map { .present($0) }
    }
}

extension DiagnosticCode {
    /// A choice with a gap.
    package static let incompleteChoice = DiagnosticCode(
        "incomplete-choice", .error, summary: "The branches of a choice must cover all possible data.")
}
