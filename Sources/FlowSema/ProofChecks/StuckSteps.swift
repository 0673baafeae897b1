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
        let conditions = conditions(of: waysOut(proof), proof)
        var told: Set<StateID> = []
        for number in exploration.current where proof.flow.states[exploration.nodes[number].state].isPresent {
            let node = exploration.nodes[number]
            switch conditions[number] {
            case .always: continue
            case .sometimes(let claims) where !exploration.consistency.leavesGap(node.situation, besides: claims):
                continue
            default: break
            }
            guard let range = proof.range(node.state), told.insert(node.state).inserted else { continue }
            let name = proof.flow.nodeName(node.state)
            proof.add(
                .stuckStep, at: range, "at '\(name)' nothing that the host can say leads to an end", node: number,
                help: ["add a transition without a guard, for 'cancel' perhaps"], to: &findings)
        }
    }

    /// When there is a way out of a step.
    private enum WayOut {
        case never
        case always
        /// If one of some lists of claims is true.
        case sometimes([[Claim]])
    }

    /// The ways out of steps that lead to an end.
    private static func waysOut(_ proof: Proof) -> [ProductEdge] {
        let leadsToEnd = leadsToEnd(proof)
        return proof.exploration.edges.filter { edge in
            edge.event != 0 && leadsToEnd[proof.exploration.current(edge.to)]
                && proof.flow.states[proof.exploration.nodes[edge.from].state].isPresent
        }
    }

    /// By node: when there is a way out. What the host gives with its answer is up to the host.
    private static func conditions(of ways: [ProductEdge], _ proof: Proof) -> [WayOut] {
        var result = [WayOut](repeating: .never, count: proof.exploration.nodes.count)
        for way in ways {
            if case .always = result[way.from] { continue }
            let claims = way.decisions.isEmpty ? [] : way.decisions.filter { !isGiven($0, way, proof) }
            switch result[way.from] {
            case _ where claims.isEmpty: result[way.from] = .always
            case .sometimes(let others): result[way.from] = .sometimes(others + [claims])
            default: result[way.from] = .sometimes([claims])
            }
        }
        return result
    }

    private static func isGiven(_ claim: Claim, _ way: ProductEdge, _ proof: Proof) -> Bool {
        let state = proof.flow.states[proof.exploration.nodes[way.from].state]
        guard way.event == 1, case .present(let presentation) = state.kind else { return false }
        let slots = proof.exploration.table.facts[Int(claim.fact)].slots
        return presentation.asks.contains { ask in
            slots.contains(ask.slot) || ask.meant.map { slots.contains($0) } == true
        }
    }

    /// By node: whether some way from it leads to an end.
    private static func leadsToEnd(_ proof: Proof) -> [Bool] {
        let nodes = proof.exploration.nodes
        let edges = proof.exploration.edges.filter { edge in
            !(edge.event == 0 && proof.flow.states[nodes[edge.from].state].isPresent)
        }
        let ends = nodes.indices.filter {
            proof.flow.states[nodes[$0].state].isEnd && nodes[$0].state != proof.flow.initialState
        }
        return Digraph(count: nodes.count, edges: edges.map { (proof.exploration.current($0.to), $0.from) }).reached(
            from: ends)
    }
}
