import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects requests with a session that the service has used up: it answered an earlier request with this session, and what it
/// gave in return was not kept, or not used.
///
/// ```xml
/// <call id="verify" operation="Verify">
///   <send name="Session" from="session"/>
///   <receive name="Session" into="verified"/>
///   <on event="success" to="finish"/>
/// </call>
/// <step id="finish"><answer challenge="SET_UP"><send name="Session" from="session"/></answer></step>
/// ```
enum StaleSessions: ProofCheck {
    static let codes: [DiagnosticCode] = [.staleSession]

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var reported: Set<SourceRange> = []
        for number in proof.product.current {
            let node = proof.product.nodes[number]
            guard let request = proof.annotations.states[node.state]?.request else { continue }
            for session in request.sessions {
                guard let fact = proof.ground.table.number(.usedUp(session.slot)),
                    node.situation.holds(fact) != false, isThere(session.slot, node, proof),
                    reported.insert(session.range).inserted
                else { continue }
                let name = proof.flow.slots[session.slot].name
                let presence = proof.ground.table.presence(session.slot).map { Claim($0, true) }
                proof.add(
                    .staleSession, at: session.range,
                    "the session in '\(name)' was used up before '\(proof.flow.nodeName(node.state))' sends it",
                    node: number, where: [Claim(fact, true)] + [presence].compactMap { $0 },
                    help: ["send the session that the last reply brought: receive it and keep it until it is sent"],
                    to: &findings)
            }
        }
    }

    private static func isThere(_ slot: SlotID, _ node: ProductNode, _ proof: Proof) -> Bool {
        guard let fact = proof.ground.table.presence(slot) else { return true }
        return node.situation.holds(fact) != false
    }
}

extension DiagnosticCode {
    /// A session that was used up.
    package static let staleSession = DiagnosticCode(
        "stale-session", .error, isAboutShape: true,
        summary: "A session must not be sent again once the service has answered it.")
}
