import FlowAnalysis
import FlowIR
package import FlowDiagnostics

/// Rejects transitions for the same event in the same scope whose guards can be true at the same time.
///
/// Unlike the branches of a choice, transitions have no order.
///
/// ```xml
/// <step id="a">
///   <on event="submit" when="present code" to="b"/>
///   <on event="submit" when="present password" to="c"/>
/// </step>
/// ```
enum OverlappingTransitions: StaticCheck {
    static let codes: [DiagnosticCode] = [.overlappingTransitions, .guardTooComplex]

    /// The maximum number of transitions that are compared pairwise.
    static let maxBranches = 128

    /// Adds a finding for each transition that overlaps with an earlier one. If the guards are too many or too complex
    /// to compare, adds a finding about the guards instead.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        var found: [Diagnostic] = []
        for decision in subject.annotations.branching.decisions where decision.kind == .transitions {
            guard decision.branches.count <= maxBranches else {
                found.append(decision.tooComplexFinding)
                continue
            }
            for index in decision.branches.indices.dropFirst() {
                check(index, of: decision, subject.analyses.solver, &found)
            }
        }
        // If two transitions overlap for several events in the same case, the first event is enough.
        var overlaps: [SourceRange: Set<[Diagnostic.Note]>] = [:]
        findings += found.filter {
            $0.code != .overlappingTransitions || overlaps[$0.range, default: []].insert($0.notes).inserted
        }
    }

    /// Adds a finding if a transition overlaps with an earlier one, or if the guards are too complex.
    private static func check(
        _ index: Int, of decision: Decision, _ solver: ConditionSolver, _ findings: inout [Diagnostic]
    ) {
        let branch = decision.branches[index]
        for other in decision.branches[..<index] {
            switch solver.solve(all: [branch.condition, other.condition]) {
            case .unsatisfiable: continue
            // The finding is the same for all transitions of the decision, and duplicates are not shown.
            case .tooComplex: findings.append(decision.tooComplexFinding)
            case .satisfiable(let conditions):
                findings.append(
                    Diagnostic(
                        .overlappingTransitions, at: branch.range,
                        "two transitions for \(decision.subject) can match at the same time",
                        notes: [Diagnostic.Note("both match \(conditions.whenPhrase)", at: other.range)],
                        help: ["make their guards exclude each other, or use a choice, which takes the first match"]))
                return
            }
        }
    }
}

extension DiagnosticCode {
    /// Transitions that can match at the same time.
    package static let overlappingTransitions = DiagnosticCode(
        "overlapping-transitions", .error,
        summary: "Transitions of one scope for the same event must be mutually exclusive.")
}
