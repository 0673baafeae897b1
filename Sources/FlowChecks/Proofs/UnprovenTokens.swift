import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects ends that hand out what the service grants on a path on which nothing proved who the user is.
///
/// ```xml
/// <on error="*" to="signed-in"/>
/// ```
enum UnprovenTokens: ProofCheck {
    static let codes: [DiagnosticCode] = [.unprovenTokens]

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        guard proof.annotations.service.knowsProofs, !proof.annotations.service.granted.isEmpty else { return }
        // Most flows have no end that nothing was proven before.
        lazy var granted = copies(of: proof.annotations.service.granted, proof.flow)
        var reported: Set<StateID> = []
        for number in proof.product.current {
            let node = proof.product.nodes[number]
            guard node.passed & PassingBits.proof == 0, case .end(let ending) = proof.flow.states[node.state].kind,
                let range = proof.range(node.state),
                ending.shows.contains(where: { $0.source.slots.contains { granted.contains($0) } }),
                reported.insert(node.state).inserted
            else { continue }
            proof.add(
                .unprovenTokens, at: range,
                "'\(proof.flow.nodeName(node.state))' hands out tokens although nothing proved who the user is",
                node: number, lacking: PassingBits.proof,
                help: ["lead here only behind an answer to something that proves who the user is"],
                to: &findings)
        }
    }

    /// The values and those that take them over.
    private static func copies(of granted: Set<SlotID>, _ flow: CheckedFlow) -> Set<SlotID> {
        var copies: [(slot: SlotID, source: Source)] = []
        for state in flow.states {
            for block in state.blocks {
                block.forEachInstruction { if case .set(let slot, let source) = $0 { copies.append((slot, source)) } }
            }
        }
        var result = granted
        var isGrowing = true
        while isGrowing {
            let before = result.count
            for copy in copies where copy.source.slots.contains(where: result.contains) { result.insert(copy.slot) }
            isGrowing = result.count > before
        }
        return result
    }
}

extension DiagnosticCode {
    /// Tokens without a proof.
    package static let unprovenTokens = DiagnosticCode(
        "unproven-tokens", .error, isAboutShape: true,
        summary: "Tokens must not be handed out before a request proved who the user is.")
}
