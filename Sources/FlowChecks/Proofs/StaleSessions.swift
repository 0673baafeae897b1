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
        for number in proof.graph.current {
            let node = proof.graph.nodes[number]
            guard let request = proof.annotations.states[node.state]?.request else { continue }
            for session in request.sessions {
                guard let predicate = proof.context.table.number(.usedUp(session.slot)),
                    let isSent = literals(that: session, isSentIn: node.valuation, proof),
                    node.valuation.holds(predicate) != false, reported.insert(session.range).inserted
                else { continue }
                let name = proof.flow.slots[session.slot].name
                proof.add(
                    .staleSession, at: session.range,
                    "'\(proof.flow.nodeName(node.state))' sends the session in '\(name)', which was already used",
                    node: number, where: [Literal(predicate, true)] + isSent,
                    help: ["send the session of the latest reply: receive it, and keep it until it is sent"],
                    to: &findings)
            }
        }
    }

    /// Returns the literals under which a request carries the session: it is present, and the one that it replaces is
    /// absent. Returns nil if that is impossible.
    private static func literals(
        that session: RequestNote.CarriedSession, isSentIn valuation: AbstractState, _ proof: Proof
    ) -> [Literal]? {
        let table = proof.context.table
        let isThere = table.presence(session.slot).map { Literal($0, true) }
        let isNeeded = session.standsInFor.flatMap { table.presence($0) }.map { Literal($0, false) }
        var valuation = valuation
        for literal in [isThere, isNeeded].compactMap({ $0 }) {
            guard valuation.holds(literal.predicate) != !literal.holds,
                proof.context.theory.allows(literal.predicate, literal.holds, in: valuation)
            else { return nil }
            valuation.set(literal.predicate, literal.holds)
        }
        return [isThere, isNeeded].compactMap { $0 }
    }
}

extension DiagnosticCode {
    /// A session that is used up.
    package static let staleSession = DiagnosticCode(
        "stale-session", .error, isAboutShape: true,
        summary: "A flow must not send a session that is already used up.")
}
