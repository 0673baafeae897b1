import FlowDiagnostics
import FlowModel

/// Rejects steps from which, in some situation, nothing that the host can say leads to an end, other than to begin anew.
///
/// ```xml
/// <step id="choose">
///   <on select="APP" when="has-app" to="app"/>
/// </step>
/// ```
enum StuckSteps {
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        let exploration = proof.exploration
        let leadsToEnd = leadsToEnd(proof)
        var ways: [Int: [[Claim]]] = [:]
        for edge in exploration.edges where edge.event != 0 && leadsToEnd[exploration.current(edge.to)] {
            let state = exploration.nodes[edge.from].state
            guard case .present(let presentation) = proof.flow.states[state].kind else { continue }
            let given = Set((edge.event == 1 ? presentation.asks : []).flatMap { [$0.slot] + ($0.meant.map { [$0] } ?? []) })
            ways[edge.from, default: []].append(
                edge.decisions.filter { claim in
                    !exploration.table.facts[Int(claim.fact)].slots.contains { given.contains($0) }
                })
        }
        var told: Set<StateID> = []
        for number in exploration.current where proof.flow.states[exploration.nodes[number].state].isPresent {
            let node = exploration.nodes[number]
            let ways = ways[number] ?? []
            if ways.contains(where: \.isEmpty) { continue }
            if !ways.isEmpty, !exploration.consistency.leavesGap(node.situation, besides: ways) { continue }
            guard let range = proof.range(node.state), told.insert(node.state).inserted else { continue }
            let name = proof.flow.nodeName(node.state)
            proof.add(
                    .stuckStep, at: range, "at '\(name)' nothing that the host can say leads to an end",
                    node: number, help: ["add a transition without a guard, for 'cancel' perhaps"], to: &findings)
        }
    }

    /// By node: whether some way from it leads to an end.
    private static func leadsToEnd(_ proof: Proof) -> [Bool] {
        let nodes = proof.exploration.nodes
        let edges = proof.exploration.edges.filter { edge in
            !(edge.event == 0 && proof.flow.states[nodes[edge.from].state].isPresent)
        }
        let ends = nodes.indices.filter { proof.flow.states[nodes[$0].state].isEnd && nodes[$0].state != proof.flow.initialState }
        return Digraph(count: nodes.count, edges: edges.map { (proof.exploration.current($0.to), $0.from) }).reached(from: ends)
    }
}
