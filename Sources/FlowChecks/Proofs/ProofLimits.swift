import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Reports where the proofs were truncated: nodes with too many paths or too complex tests.
enum ProofLimits: ProofCheck {
    static let codes: [DiagnosticCode] = [.proofLimit]

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var reported: Set<Int> = []
        for state in proof.graph.truncatedStates.sorted() {
            guard let node = proof.flow.states[state].node, reported.insert(node).inserted else { continue }
            findings.add(
                Diagnostic(
                    .proofLimit, at: proof.annotations.nodes[node].range,
                    "'\(proof.flow.nodes[node].id)' has too many paths to check each of them",
                    help: ["test fewer values in this node, or divide it into several"]))
            if reported.count == 3 { break }
        }
        checkDecisions(proof, &findings)
    }

    /// Reports values whose tests the solver could not decide together.
    private static func checkDecisions(_ proof: Proof, _ findings: inout ProofFindings) {
        let undecided = proof.context.theory.undecided
        guard !undecided.isEmpty else { return }
        let state = proof.graph.entered.sorted().first { proof.context.tests(undecided, in: $0) }
        guard let node = state.flatMap({ proof.flow.states[$0].node }) else { return }
        findings.add(
            Diagnostic(
                .proofLimit, at: proof.annotations.nodes[node].range,
                "the tests at '\(proof.flow.nodes[node].id)' are too complex to check together with others",
                help: ["test fewer values, or shorter lists and patterns"]))
    }

    /// Reports that the search from a step was truncated.
    static func addStuck(_ node: Int, at range: SourceRange, _ proof: Proof, _ findings: inout ProofFindings) {
        let name = proof.flow.nodeName(proof.graph.nodes[node].state)
        proof.add(
            .proofLimit, at: range, "the compiler could not prove that the user can always reach an end from '\(name)'",
            node: node, help: ["add a transition to an end without a guard, for example for 'cancel'"],
            to: &findings)
    }
}

extension DiagnosticCode {
    /// An undecided question.
    package static let proofLimit = DiagnosticCode(
        "proof-limit", .error, isAboutShape: true,
        summary: "A flow should be simple enough for the compiler to finish its proofs.")
}
