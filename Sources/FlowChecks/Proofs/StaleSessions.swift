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
                    let isSent = claims(that: session, isSentIn: node.situation, proof),
                    node.situation.holds(fact) != false, reported.insert(session.range).inserted
                else { continue }
                let name = proof.flow.slots[session.slot].name
                proof.add(
                    .staleSession, at: session.range,
                    "the session in '\(name)' was used up before '\(proof.flow.nodeName(node.state))' sends it",
                    node: number, where: [Claim(fact, true)] + isSent,
                    help: ["send the session that the last reply brought: receive it and keep it until it is sent"],
                    to: &findings)
            }
        }
    }

    /// The claims under which a session is what the request carries: it is there, and what it stands in for is not. Nothing if that
    /// cannot be.
    private static func claims(
        that session: RequestNote.CarriedSession, isSentIn situation: Situation, _ proof: Proof
    ) -> [Claim]? {
        let table = proof.ground.table
        let isThere = table.presence(session.slot).map { Claim($0, true) }
        let isNeeded = session.standsInFor.flatMap { table.presence($0) }.map { Claim($0, false) }
        var situation = situation
        for claim in [isThere, isNeeded].compactMap({ $0 }) {
            guard situation.holds(claim.fact) != !claim.holds,
                proof.ground.consistency.allows(claim.fact, claim.holds, in: situation)
            else { return nil }
            situation.set(claim.fact, claim.holds)
        }
        return [isThere, isNeeded].compactMap { $0 }
    }
}

extension DiagnosticCode {
    /// A session that was used up.
    package static let staleSession = DiagnosticCode(
        "stale-session", .error, isAboutShape: true,
        summary: "A session must not be sent again after the service has answered it.")
}
