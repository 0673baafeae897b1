import FlowAnalysis
import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowTable

/// Rejects flows that leave an event unhandled in some state of their data, because guards leave a gap, and choices
/// that take no branch there.
///
/// ```xml
/// <on error="*" when="present session" to="failed"/>
/// ```
enum UnhandledEvents: ProofCheck {
    static let codes: [DiagnosticCode] = [.droppedEvent, .incompleteChoice]

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var reported: Set<[Int]> = []
        for (number, label) in proof.graph.rejections {
            let state = proof.graph.nodes[number].state
            guard let node = proof.flow.states[state].node, reported.insert([node, label.rejectedEvent]).inserted else {
                continue
            }
            let tested = proof.context.tested(label.event, in: state)
            let known = proof.graph.nodes[number].valuation.literals.filter { tested.contains($0.predicate) }
            let data = proof.context.theory.describe(known + label.decisions)
            add(number, label, node, data.isEmpty ? "" : " " + data.whenPhrase, proof, &findings)
        }
    }

    private static func add(
        _ number: Int, _ label: EdgeLabel, _ node: Int, _ when: String, _ proof: Proof, _ findings: inout ProofFindings
    ) {
        let range = proof.annotations.nodes[node].range
        let name = proof.flow.nodes[node].id
        // After a handler, its result selects the rest of a choice.
        let goesOn = label.event == nil || label.event == BuiltinEvent.handled.rawValue
        guard goesOn, proof.annotations.branching.decides(at: range) else {
            let message =
                label.event == nil
                ? "'\(name)' does not handle every outcome: no guard is true"
                : "'\(name)' does not handle every answer: no guard is true"
            proof.add(
                .droppedEvent, at: range, message + when, node: number, then: label,
                help: ["add a transition without a guard for this event"], to: &findings)
            return
        }
        proof.add(
            .incompleteChoice, at: range, "'\(name)' has no branch to take" + when, node: number, then: label,
            help: ["add a branch for this case, or an 'otherwise' after the statements"], to: &findings)
    }
}
