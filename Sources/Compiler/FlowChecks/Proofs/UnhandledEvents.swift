import FlowAnalysis
import FlowDiagnostics
import FlowIR
import FlowTable

/// Rejects states that do not handle an event for some data, and choices that have no branch for some data.
///
/// ```xml
/// <on error="*" when="present session" to="failed"/>
/// ```
enum UnhandledEvents: ProofCheck {
    static let codes: [DiagnosticCode] = [.droppedEvent, .incompleteChoice]

    /// Adds a finding for each node and event that the node can reject.
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var reported: Set<Key> = []
        for (graphNode, label) in proof.graph.rejections {
            let state = proof.graph.nodes[graphNode].state
            guard let node = proof.flow.states[state].node,
                reported.insert(Key(node: node, event: label.rejectedEvent)).inserted
            else { continue }
            let tested = proof.context.testedPredicates(on: label.event, in: state)
            let known = proof.graph.nodes[graphNode].valuation.literals.filter { tested.contains($0.predicate) }
            let data = proof.context.theory.describe(known + label.decisions)
            report(graphNode, label, in: node, data.isEmpty ? "" : " " + data.whenPhrase, proof, &findings)
        }
    }

    /// A node and an event that it rejects, by which duplicate findings are recognized.
    private struct Key: Hashable {
        let node: NodeID
        let event: EventID
    }

    /// Adds a finding for an event that a node rejects. `condition` describes the data, as in ` when code is absent`.
    ///
    /// `label` is the rejecting path.
    private static func report(
        _ graphNode: GraphNodeID, _ label: EdgeLabel, in node: NodeID, _ condition: String, _ proof: Proof,
        _ findings: inout ProofFindings
    ) {
        let range = proof.annotations.nodes[node].range
        let name = proof.flow.nodes[node].id
        // If a choice calls a handler, the branches are in the block of the handler's result.
        let isChoosing = label.event == nil || label.event == .handled
        if isChoosing, proof.annotations.branching.decides(at: range) {
            proof.add(
                .incompleteChoice, at: range, "'\(name)' has no branch to take" + condition, node: graphNode,
                then: label, help: ["add a branch for this case, or an 'otherwise' after the statements"],
                to: &findings)
            return
        }
        // Without an event, the state is a choice between the outcomes of a sub-flow.
        let what = label.event == nil ? "outcome" : "event"
        proof.add(
            .droppedEvent, at: range, "'\(name)' does not handle every \(what): no guard is true" + condition,
            node: graphNode, then: label, help: ["add a transition without a guard for this \(what)"], to: &findings)
    }
}
