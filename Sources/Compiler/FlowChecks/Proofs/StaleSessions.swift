import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects requests with a session that is used up, because the service has already accepted a request with it.
///
/// `TransitionRelation.useUp` decides which sessions a request uses up.
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

    /// Adds a finding for each place at which a request sends a session that can be used up.
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var reported: Set<SourceRange> = []
        for id in proof.graph.current {
            let node = proof.graph.nodes[id]
            guard let request = proof.annotations.states[node.state]?.request else { continue }
            for session in request.sessions {
                guard let predicate = proof.context.table.number(.usedUp(session.slot)),
                    let sendingLiterals = literalsOfSending(session, in: node.valuation, proof),
                    node.valuation.holds(predicate) != false, reported.insert(session.range).inserted
                else { continue }
                let name = proof.flow.slots[session.slot].authorName
                proof.add(
                    .staleSession, at: session.range,
                    "'\(proof.flow.nodeName(node.state))' sends the session in '\(name)', which was already used",
                    node: id, where: [Literal(predicate, true)] + sendingLiterals,
                    help: ["receive the session of the latest reply, and send that one"],
                    to: &findings)
            }
        }
    }

    /// Returns the literals under which a request carries a session. Returns nil if they cannot hold.
    ///
    /// The session must be present, and the session that it replaces must be absent.
    private static func literalsOfSending(
        _ session: RequestNote.CarriedSession, in state: AbstractState, _ proof: Proof
    ) -> [Literal]? {
        let table = proof.context.table
        let presence = table.presence(session.slot).map { Literal($0, true) }
        let absenceOfOther = session.standsInFor.flatMap { table.presence($0) }.map { Literal($0, false) }
        let literals = [presence, absenceOfOther].compactMap { $0 }
        var extended = state
        for literal in literals {
            guard extended.isCompatible(with: literal),
                proof.context.theory.allows(literal.predicate, literal.holds, in: extended)
            else { return nil }
            extended.set(literal.predicate, literal.holds)
        }
        return literals
    }
}

extension DiagnosticCode {
    /// A request with a session that is used up.
    package static let staleSession = DiagnosticCode(
        "stale-session", .error, isAboutShape: true,
        summary: "A flow must not send a session that is already used up.")
}
