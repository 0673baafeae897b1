import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Tells where the proofs stopped: a node whose guards take more ways than are followed, or a flow with too many situations.
enum ProofLimits {
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var told: Set<Int> = []
        for state in proof.product.isCutShort.sorted() {
            guard let node = proof.flow.states[state].node, told.insert(node).inserted else { continue }
            findings.bag.add(
                Diagnostic(
                    .proofLimit, at: proof.annotations.nodes[node].range,
                    "not every way through '\(proof.flow.nodes[node].id)' could be followed: there are too many",
                    help: ["test fewer values in one place, or decide in several nodes"]))
            if told.count == 3 { return }
        }
    }
}
