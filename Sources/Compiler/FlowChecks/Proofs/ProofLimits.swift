import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Reports nodes at which the proofs were truncated, because they have too many paths or too complex guards.
enum ProofLimits: ProofCheck {
    static let codes: [DiagnosticCode] = [.proofLimit]

    /// The maximum number of nodes reported for too many paths.
    private static let maxFindings = 3

    /// Adds a finding for each of the first nodes with too many paths. Adds another one for guards that are too
    /// complex.
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var reported: Set<NodeID> = []
        for state in proof.graph.truncatedStates.sorted() {
            guard let node = proof.flow.states[state].node, reported.insert(node).inserted else { continue }
            findings.add(
                Diagnostic(
                    .proofLimit, at: proof.annotations.nodes[node].range,
                    "'\(proof.flow.nodes[node].id)' has too many paths to check each of them",
                    help: ["test fewer values in this node, or divide it into several"]))
            if reported.count == maxFindings { break }
        }
        reportUndecidedGuards(proof, &findings)
    }

    /// Reports the first node whose guards the solver could not decide.
    private static func reportUndecidedGuards(_ proof: Proof, _ findings: inout ProofFindings) {
        let undecided = proof.context.theory.undecided
        guard !undecided.isEmpty else { return }
        let state = proof.graph.entered.sorted().first { proof.context.tests(undecided, in: $0) }
        guard let node = state.flatMap({ proof.flow.states[$0].node }) else { return }
        findings.add(
            Diagnostic(
                .proofLimit, at: proof.annotations.nodes[node].range,
                "the guards at '\(proof.flow.nodes[node].id)' and other guards are too complex to check together",
                help: ["test fewer values, or shorter lists and patterns"]))
    }

    /// Reports that the search for an end from a step was truncated.
    static func reportTruncatedSearch(
        from node: GraphNodeID, at range: SourceRange, _ proof: Proof, _ findings: inout ProofFindings
    ) {
        let name = proof.flow.nodeName(proof.graph.nodes[node].state)
        proof.add(
            .proofLimit, at: range, "the compiler could not prove that the user can always reach an end from '\(name)'",
            node: node, help: ["add a transition without a guard that leads to an end, for example for 'cancel'"],
            to: &findings)
    }
}

extension DiagnosticCode {
    /// A rule that the compiler could not decide.
    package static let proofLimit = DiagnosticCode(
        "proof-limit", .error, isAboutShape: true,
        summary: "A flow should be simple enough for the compiler to finish its proofs.")
}
