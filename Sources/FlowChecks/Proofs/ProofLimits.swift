import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Tells where the proofs stopped: a node whose guards take more ways than are followed, or a flow with too many situations.
enum ProofLimits: ProofCheck {
    static let codes: [DiagnosticCode] = [.proofLimit]

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var reported: Set<Int> = []
        for state in proof.product.isCutShort.sorted() {
            guard let node = proof.flow.states[state].node, reported.insert(node).inserted else { continue }
            findings.add(
                Diagnostic(
                    .proofLimit, at: proof.annotations.nodes[node].range,
                    "not every way through '\(proof.flow.nodes[node].id)' could be followed: there are too many",
                    help: ["test fewer values in one place, or decide in several nodes"]))
            if reported.count == 3 { return }
        }
    }
}

extension DiagnosticCode {
    /// Something that was not decided.
    package static let proofLimit = DiagnosticCode(
        "proof-limit", .error, isAboutShape: true,
        summary: "A flow should be simple enough for its proofs to be finished.")
}
