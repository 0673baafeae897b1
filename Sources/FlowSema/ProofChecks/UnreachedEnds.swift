import FlowDiagnostics
import FlowModel

/// Rejects nodes and ends that no path leads to that guards and service allow.
///
/// ```xml
/// <reachable end="expired"/>
/// ```
enum UnreachedEnds {
    static func check(_ proof: Proof, _ facts: FlowFacts, _ findings: inout ProofFindings) {
        let entered = Set(proof.exploration.nodes.map(\.state))
        for case .reachable(let end) in proof.map.assertions where entered.isDisjoint(with: end.states) {
            findings.bag.add(
                Diagnostic(
                    .reachableViolated, at: end.range, "no path leads to '\(end.name)'",
                    help: ["see what should lead there: its guards, or what the service can answer, never allow it"]))
        }
        guard proof.exploration.isCutShort.isEmpty else { return }
        let asserted = Set(
            proof.map.assertions.flatMap { if case .reachable(let end) = $0 { end.states } else { [StateID]() } })
        var nodes: [Int: Bool] = [:]
        for (state, value) in proof.flow.states.enumerated() where facts.reachable[state] && !asserted.contains(state) {
            if let node = value.node { nodes[node] = (nodes[node] ?? false) || entered.contains(state) }
        }
        for (node, isEntered) in nodes.sorted(by: { $0.key < $1.key }) where !isEntered && proof.map.isOwnNode[node] {
            findings.bag.add(
                Diagnostic(
                    .unreachableNode, at: proof.map.nodes[node],
                    "no path that guards and service allow leads to '\(proof.flow.nodes[node].id)'",
                    help: ["see what should lead to it, or remove it"]))
        }
    }
}
