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

    /// Adds a finding for each answer that nothing takes. One that many nodes do not take has one cause, and one finding.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let drops = subject.annotations.branching.drops
        let sharing = Dictionary(grouping: drops, by: \.event).filter { $0.value.count >= many }
        for drop in drops {
            guard let alike = sharing[drop.event] else {
                findings.append(finding(drop, "does not take \(drop.event)"))
                continue
            }
            guard let first = alike.first, first.range == drop.range, first.node == drop.node else { continue }
            var whole = finding(drop, "and \(alike.count - 1) more nodes do not take \(drop.event)")
            whole.notes = alike.dropFirst().map { Diagnostic.Note("nor does '\($0.node)'", at: $0.range) }
            findings.append(whole)
        }
    }

    /// From so many nodes on that do not take the same, it is said once.
    private static let many = 4

    private static func finding(_ drop: Drop, _ text: String) -> Diagnostic {
        Diagnostic(
            .droppedEvent, at: drop.range, "'\(drop.node)' \(text)", help: drop.help.isEmpty ? [] : [drop.help])
    }
}

extension DiagnosticCode {
    /// An event that nothing takes.
    package static let droppedEvent = DiagnosticCode(
        "dropped-event", .error, isAboutShape: true, summary: "Whatever a node waits for, it must take every answer.")
}
