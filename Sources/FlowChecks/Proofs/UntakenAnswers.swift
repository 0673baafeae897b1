import FlowAnalysis
import FlowDiagnostics
import FlowModel

/// Rejects flows that wait for an answer and do not take it in some situation, where guards of transitions leave a gap: such a flow
/// would stand still.
///
/// ```xml
/// <on error="*" when="present session" to="failed"/>
/// ```
enum UntakenAnswers: ProofCheck {
    static let codes: [DiagnosticCode] = [.droppedEvent]

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var reported: Set<[Int]> = []
        for (number, hop) in proof.product.refusals {
            let state = proof.product.nodes[number].state
            guard let event = hop.event, let range = proof.range(state), reported.insert([state, event]).inserted else {
                continue
            }
            let tested = proof.ground.tested(event, in: state)
            let known = proof.product.nodes[number].situation.claims.filter { tested.contains($0.fact) }
            let data = proof.ground.consistency.words(known + hop.decisions)
            proof.add(
                .droppedEvent, at: range,
                "'\(proof.flow.nodeName(state))' does not take every answer: the guards leave a gap"
                    + (data.isEmpty ? "" : " " + data.whenPhrase), node: number,
                then: hop, help: ["add a transition without a guard for this event"], to: &findings)
        }
    }
}
