import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects nodes that give tokens to the host on a path without a proof of identity.
///
/// ```xml
/// <on error="*" to="signed-in"/>
/// ```
enum UnprovenTokens: ProofCheck {
    static let codes: [DiagnosticCode] = [.unprovenTokens]

    /// Adds a finding for each node that can show tokens before a proof, if the service description names proofs.
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        let exposures = proof.subject.analyses.taint.exposures
        guard proof.annotations.service.knowsProofs, !exposures.isEmpty else { return }
        let description = granted(proof.annotations)
        var reported: Set<SourceRange> = []
        for id in proof.graph.current {
            let node = proof.graph.nodes[id]
            guard node.passed & HistoryVariables.proof == 0 else { continue }
            for exposure in exposures[node.state] ?? [] where exposure.taint.contains(.granted) {
                // Whether the tokens are present does not matter, since no unproven path should lead here.
                guard let range = proof.nodeRange(of: node.state), !isTriggeredByProof(exposure, proof),
                    reported.insert(range).inserted
                else { continue }
                let exposed = describe(exposure, of: description, at: proof.flow.nodeName(node.state))
                proof.add(
                    .unprovenTokens, at: range, exposed + ", but nothing has proved who the user is",
                    node: id, unpassed: HistoryVariables.proof,
                    help: ["enter this node only after a request that proves who the user is"],
                    to: &findings)
            }
        }
    }

    /// Returns whether an exposure is a notification on the event that proves the user's identity.
    private static func isTriggeredByProof(_ exposure: TaintAnalysis.Exposure, _ proof: Proof) -> Bool {
        guard case .notification(_, let event?) = exposure.place else { return false }
        return proof.context.proves(event, in: exposure.state)
    }

    /// Returns what the services grant, such as `tokens`.
    fileprivate static func granted(_ annotations: FlowAnnotations) -> String {
        Set(annotations.requests.flatMap { $0.note.grants.map(\.word) }).sorted().joined(separator: " or ")
    }

    /// Describes how the host sees what a service grants at a node, as in `'done' returns tokens`.
    fileprivate static func describe(_ exposure: TaintAnalysis.Exposure, of granted: String, at node: String) -> String
    {
        switch exposure.place {
        case .end: "'\(node)' returns \(granted)"
        case .step: "'\(node)' shows \(granted)"
        case .notification(let name, _): "'\(node)' sends the app \(granted) in '\(name)'"
        }
    }
}

/// Warns of shown tokens if no service description says what proves who the user is, so that nothing can check them.
///
/// ```xml
/// <operation name="Login"><output name="token" grants="tokens"/></operation>
/// ```
enum UncheckedTokens: StaticCheck {
    static let codes: [DiagnosticCode] = [.unprovenTokens]

    /// Adds a warning at the first node that shows tokens, if ``UnprovenTokens`` does not apply.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        guard !subject.annotations.service.knowsProofs else { return }
        let exposures = subject.analyses.taint.exposures.sorted { $0.key < $1.key }.flatMap(\.value)
        guard let exposure = exposures.first(where: { $0.taint.contains(.granted) }),
            let node = subject.flow.states[exposure.state].node
        else { return }
        let granted = UnprovenTokens.granted(subject.annotations)
        let exposed = UnprovenTokens.describe(exposure, of: granted, at: subject.flow.nodes[node].id)
        var finding = Diagnostic(
            .unprovenTokens, at: subject.annotations.nodes[node].range,
            exposed + ", but no service description says what proves who the user is",
            help: [
                "add proves=\"…\" to each operation, variant and challenge that proves it, so that paths are checked"
            ])
        finding.severity = .warning
        findings.append(finding)
    }
}

extension DiagnosticCode {
    /// Tokens without a proof of identity.
    package static let unprovenTokens = DiagnosticCode(
        "unproven-tokens", .error, isAboutShape: true,
        summary: "A flow must not hand out tokens before the user's identity is proved.")
}
