package import FlowDiagnostics
import FlowIR

/// Rejects rounds none of which proves who the user is.
///
/// The trigger would issue tokens to anybody who knows a user name.
///
/// ```xml
/// <rounds>
///   <round challenge="PUBLIC_KEY"/>
/// </rounds>
/// ```
enum UnprovenRounds: StaticCheck {
    static let codes: [DiagnosticCode] = [.unprovenRounds]

    /// Adds a finding if no round of the flow proves who the user is.
    ///
    /// Adds none if the service description does not say which challenges prove this.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        guard subject.annotations.service.knowsProofs, let notes = subject.annotations.rounds, !notes.proveIdentity
        else {
            return
        }
        findings.append(
            Diagnostic(
                .unprovenRounds, at: notes.range, "no round proves who the user is, so anybody would get tokens",
                help: ["add a round whose challenge proves who the user is"]))
    }
}

extension DiagnosticCode {
    /// Rounds that do not prove who the user is.
    package static let unprovenRounds = DiagnosticCode(
        "unproven-rounds", .error, isAboutShape: true,
        summary: "At least one round must prove who the user is.")
}
