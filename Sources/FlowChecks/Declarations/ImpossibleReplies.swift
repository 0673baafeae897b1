import FlowAnnotations
package import FlowDiagnostics

/// Warns of transitions for an answer that no request in their scope is ever given: a slip, or the service description lacks it.
///
/// ```xml
/// <call id="revoke" operation="Revoke">
///   <on error="WrongCode" to="failed"/>
/// </call>
/// ```
enum ImpossibleReplies: StaticCheck {
    static let codes: [DiagnosticCode] = [.impossibleReply]

    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        for named in subject.annotations.statements.namedReplies where !named.isPossible {
            findings.append(
                Diagnostic(
                    .impossibleReply, at: named.range,
                    "the service never replies to a request in this scope with \(named.text)",
                    help: ["remove it, or add it to the service description if the service can send it"]))
        }
    }
}

extension DiagnosticCode {
    /// A transition for an answer that never comes.
    package static let impossibleReply = DiagnosticCode(
        "impossible-reply", .warning, summary: "A transition should handle a reply that the service can return.")
}
