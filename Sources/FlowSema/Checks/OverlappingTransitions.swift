import FlowAnnotations
import FlowDiagnostics
import FlowAutomata
import FlowModel

/// Rejects transitions of one scope for one event that can both be meant: no order is meant between them.
///
/// ```xml
/// <step id="a">
///   <on event="submit" when="present code" to="b"/>
///   <on event="submit" when="present password" to="c"/>
/// </step>
/// ```
enum OverlappingTransitions {
    /// The most transitions that are compared, each with each.
    static let mostBranches = 128

    /// Adds a finding for each transition that overlaps with an earlier one.
    static func check(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ bag: inout DiagnosticBag, facts shared: FlowFacts? = nil
    ) {
        let facts = shared ?? FlowFacts(flow)
        for decision in annotations.branching.decisions where decision.kind == .transitions {
            guard decision.branches.count <= mostBranches else {
                bag.add(decision.tooComplex)
                continue
            }
            for index in decision.branches.indices.dropFirst() { check(index, of: decision, facts.solver, &bag) }
        }
    }

    private static func check(
        _ index: Int, of decision: Decision, _ solver: ConditionSolver, _ bag: inout DiagnosticBag
    ) {
        let branch = decision.branches[index]
        for other in decision.branches[..<index] {
            switch solver.solve(all: [branch.condition, other.condition]) {
            case .unsatisfiable: continue
            case .tooComplex: bag.add(decision.tooComplex)
            case .satisfiable(let words):
                bag.add(
                    Diagnostic(
                        .overlappingTransitions, at: branch.range,
                        "two transitions for \(decision.subject) can both be meant",
                        notes: [Diagnostic.Note("both hold \(words.whenPhrase)", at: other.range)],
                        help: ["let their guards exclude each other, or decide in a choice, where the order counts"]))
                return
            }
        }
    }
}
