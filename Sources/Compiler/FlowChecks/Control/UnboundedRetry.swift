import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects cycles that call the service without waiting for the host and without a bound.
///
/// If the service kept failing, the flow would call it forever.
///
/// ```xml
/// <call id="a" operation="Begin">
///   <on error="*" retry="send"/>
///   <on event="success" to="done"/>
/// </call>
/// ```
enum UnboundedRetry: StaticCheck {
    static let codes: [DiagnosticCode] = [.unboundedRetry]

    /// Adds a finding for each endless cycle that calls the service.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        for cycle in subject.endlessCycles where cycle.callsService {
            findings += cycle.findings(.unboundedRetry, subject) {
                "'\($0)' can call the service in an endless loop"
            }
        }
    }
}

extension DiagnosticCode {
    /// An unbounded cycle that calls the service.
    package static let unboundedRetry = DiagnosticCode(
        "unbounded-retry", .error, isAboutShape: true,
        summary: "A loop that calls the service must have a limit, or wait for the user.")
}
