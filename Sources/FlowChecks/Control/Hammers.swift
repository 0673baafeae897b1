import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects circles that call the service again and again without the host and without a limit: a service that keeps failing
/// would be called for ever.
///
/// ```xml
/// <call id="a" operation="Begin">
///   <on error="*" retry="send"/>
///   <on event="success" to="done"/>
/// </call>
/// ```
enum Hammers: StaticCheck {
    static let codes: [DiagnosticCode] = [.hammers]

    /// Adds a finding for each transition that closes such a circle.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        for circle in subject.endlessCircles where circle.calls {
            findings += circle.finding(.hammers, subject) { "this calls the service from '\($0)' again and again" }
        }
    }
}

extension DiagnosticCode {
    /// A circle that calls the service without end.
    package static let hammers = DiagnosticCode(
        "hammers", .error, isAboutShape: true,
        summary: "A loop that calls the service must have a limit, or wait for the user.")
}
