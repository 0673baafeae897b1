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
        let isSafe = leadsToEndAnyway(proof)
        // Where no way leads to an end at all, that was told before.
        let graph = proof.flow.graph()
        let ends = proof.flow.states.indices.filter { proof.flow.states[$0].isEnd && $0 != proof.flow.initialState }
        let hasWay = graph.reversed.reached(from: ends)
        var search = EscapeSearch(proof.ground)
        var told: Set<StateID> = []
        for number in exploration.current where !isSafe[number] {
            let node = exploration.nodes[number]
            guard proof.flow.states[node.state].isPresent, hasWay[node.state], !told.contains(node.state),
                let range = proof.range(node.state), let trap = search.trap(node)
            else { continue }
            told.insert(node.state)
            let data = exploration.consistency.words(trap)
            let name = proof.flow.nodeName(node.state)
            let message = "at '\(name)' nothing that the host can say leads to an end"
            proof.add(
                .stuckStep, at: range, data.isEmpty ? message : message + " " + data.whenPhrase, node: number,
                where: trap, help: ["add a transition without a guard, for 'cancel' perhaps"], to: &findings)
        }
    }

    /// By node: whether some way from it leads to an end whatever the data are.
    private static func leadsToEndAnyway(_ proof: Proof) -> [Bool] {
        let nodes = proof.exploration.nodes
        let ends = nodes.indices.filter {
            proof.flow.states[nodes[$0].state].isEnd && nodes[$0].state != proof.flow.initialState
        }
        var edges: [(from: Int, to: Int)] = []
        for edge in proof.exploration.edges where edge.decisions.isEmpty {
            if edge.event == 0, proof.flow.states[nodes[edge.from].state].isPresent { continue }
            edges.append((proof.exploration.current(edge.to), edge.from))
        }
        return Digraph(count: nodes.count, edges: edges).reached(from: ends)
    }
}
