import FlowAnnotations
import FlowDiagnostics

/// Warns of transitions for an answer that no request in their scope is ever given: a slip, or the service description lacks it.
///
/// ```xml
/// <call id="revoke" operation="Revoke">
///   <on error="WrongCode" to="failed"/>
/// </call>
/// ```
enum ImpossibleReplies {
    static func check(_ annotations: FlowAnnotations, _ bag: inout DiagnosticBag) {
        for named in annotations.statements.namedReplies where !named.isPossible {
            bag.add(
                Diagnostic(
                    .impossibleReply, at: named.range,
                    "no request in the scope of this transition can be answered with \(named.what) '\(named.name)'",
                    help: ["remove it, or add it to the service description if the service does answer so"]))
        }
    }
}
