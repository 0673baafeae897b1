package import FlowDiagnostics
import FlowIR

/// Warns of transitions for a reply that no request in their scope can receive.
///
/// The name is wrong, or the service description lacks the reply.
///
/// ```xml
/// <call id="revoke" operation="Revoke">
///   <on error="WrongCode" to="failed"/>
/// </call>
/// ```
enum ImpossibleReplies: StaticCheck {
    static let codes: [DiagnosticCode] = [.impossibleReply]

    /// Adds a finding for each name of a reply that no request in its scope can receive.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        for named in subject.annotations.statements.namedReplies where !named.isPossible {
            findings.append(
                Diagnostic(
                    .impossibleReply, at: named.range,
                    "the service never replies with \(named.text) to a request in this scope",
                    help: ["remove the transition, or add the reply to the service description"]))
        }
    }
}

extension DiagnosticCode {
    /// A transition for a reply that cannot occur.
    package static let impossibleReply = DiagnosticCode(
        "impossible-reply", .warning, summary: "A transition should handle a reply that the service can return.")
}
