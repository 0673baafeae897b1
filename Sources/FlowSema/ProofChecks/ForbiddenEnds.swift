import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Rejects flows in which an end can be reached that the author forbade on this path.
///
/// ```xml
/// <never end="signed-in" unless-before="TEXT_CODE APP_CODE"/>
/// ```
enum ForbiddenEnds {
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        for forbidden in proof.forbidden {
            let (end, bit) = (forbidden.end, forbidden.bit)
            let nodes = proof.product.nodes
            let node = nodes.firstIndex { end.states.contains($0.state) && $0.passed & bit == 0 }
            guard let node else { continue }
            let list = forbidden.names.map { "'\($0)'" }.joined(separator: ", ")
            let without = forbidden.names.count == 1 ? "without \(list) before" : "with none of these before: \(list)"
            proof.add(
                .neverViolated, at: end.range,
                "'\(end.name)' can be reached \(without)", node: node, lacking: bit,
                help: ["close the path, or name what is passed on it"], to: &findings)
        }
    }
}
