import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects nodes that wait for something and do not take every answer: the flow would stand still on it.
///
/// ```xml
/// <call id="a" operation="Begin">
///   <on event="success" to="done"/>
/// </call>
/// ```
enum DroppedEvents: StaticCheck {
    static let codes: [DiagnosticCode] = [.droppedEvent]

    /// Adds a finding for each answer that nothing takes.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        for drop in subject.annotations.branching.drops {
            findings.append(
                Diagnostic(
                    .droppedEvent, at: drop.range, "'\(drop.node)' does not take \(drop.event)",
                    help: drop.help.isEmpty ? [] : [drop.help]))
        }
    }
}

extension DiagnosticCode {
    /// An event that nothing takes.
    package static let droppedEvent = DiagnosticCode(
        "dropped-event", .error, isAboutShape: true, summary: "Whatever a node waits for, it must take every answer.")
}
