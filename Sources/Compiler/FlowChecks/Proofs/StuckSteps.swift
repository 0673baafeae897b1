import FlowAnalysis
package import FlowDiagnostics
import FlowIR
import FlowTable

/// Rejects steps from which no run reaches an end for some data, whatever the host sends.
///
/// A run with a new start or an invalid reply does not count.
///
/// ```xml
/// <step id="choose">
///   <on select="APP" when="has-app" to="app"/>
/// </step>
/// ```
enum StuckSteps: ProofCheck {
    static let codes: [DiagnosticCode] = [.stuckStep]

    /// Adds a finding for each step from which no run reaches an end for some data. If the search reaches a limit
    /// before it decides this, adds a finding about the limit instead.
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        let isSafe = leadsToEndForAllData(proof)
        // `NoWayToEnd` reports steps without any path to an end. The state before the first start is no end.
        let ends = proof.flow.states.indices.filter { proof.flow.states[$0].isEnd && $0 != proof.flow.initialState }
        let leadsToEnd = proof.subject.analyses.graph.reversed.reachableNodes(from: ends)
        // Most flows need no search.
        lazy var search = EndReachability(proof.context)
        var reported: Set<StateID> = []
        for id in proof.graph.current where !isSafe[id] {
            let node = proof.graph.nodes[id]
            guard proof.flow.states[node.state].isPresent, leadsToEnd[node.state], !reported.contains(node.state),
                let range = proof.nodeRange(of: node.state)
            else { continue }
            let stuckCase = search.stuckCase(of: node)
            if stuckCase != nil || search.isTruncated { reported.insert(node.state) }
            if search.isTruncated {
                ProofLimits.reportTruncatedSearch(from: id, at: range, proof, &findings)
            } else if let stuckCase {
                report(stuckCase, at: range, node: id, proof, &findings)
            }
        }
    }

    /// Adds a finding for a node of the graph from which no run reaches an end if some literals hold.
    private static func report(
        _ stuckCase: [Literal], at range: SourceRange, node: GraphNodeID, _ proof: Proof,
        _ findings: inout ProofFindings
    ) {
        let name = proof.flow.nodeName(proof.graph.nodes[node].state)
        let data = proof.context.theory.describe(stuckCase)
        let message = "the user cannot reach an end from '\(name)'"
        proof.add(
            .stuckStep, at: range, data.isEmpty ? message : message + " " + data.whenPhrase, node: node,
            where: stuckCase,
            help: ["add a transition without a guard that leads to an end, for example for 'cancel'"], to: &findings)
    }

    /// Returns, by node of the graph, whether a path without conditions, which exists for all data, leads to an end.
    ///
    /// The state before the first start is no end, and paths with a new start or an invalid reply do not count.
    private static func leadsToEndForAllData(_ proof: Proof) -> Table<GraphNode, Bool> {
        let nodes = proof.graph.nodes
        let ends = nodes.indices.filter {
            proof.flow.states[nodes[$0].state].isEnd && nodes[$0].state != proof.flow.initialState
        }
        var edges: [Digraph<GraphNode>.Edge] = []
        for edge in proof.graph.edges where !edge.isConditional {
            if edge.event == .start || edge.event == .invalid { continue }
            // The edge is reversed, because the search begins at the ends.
            edges.append((proof.graph.replacement(of: edge.to), edge.from))
        }
        return Digraph(count: nodes.count, edges: edges).reachableNodes(from: ends)
    }
}

extension DiagnosticCode {
    /// A step from which no run reaches an end for some data.
    package static let stuckStep = DiagnosticCode(
        "stuck-step", .error, isAboutShape: true,
        summary: "At every step, some event must lead to an end.")
}
