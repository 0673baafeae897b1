import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects rounds of which none proves who the user is: the trigger would hand out tokens to anybody who knows a name.
///
/// ```xml
/// <rounds>
///   <round challenge="PUBLIC_KEY"/>
/// </rounds>
/// ```
enum UnprovenRounds: StaticCheck {
    static let codes: [DiagnosticCode] = [.unprovenRounds]

    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        guard subject.annotations.service.knowsProofs, let notes = subject.annotations.rounds, !notes.prove else {
            return
        }
        findings.append(
            Diagnostic(
                .unprovenRounds, at: notes.range, "no round proves who the user is, so anybody would get tokens",
                help: ["add a round whose challenge proves who the user is"]))
    }
}

extension DiagnosticCode {
    /// Rounds that let everybody in.
    package static let unprovenRounds = DiagnosticCode(
        "unproven-rounds", .error, isAboutShape: true,
        summary: "At least one round must prove who the user is.")
}
