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

    /// As many nodes that do not take the same are one mistake: something that the whole flow should take.
    private static let manyNodes = 3

    private struct Cause: Hashable {
        let event: String
        let help: String
    }

    /// Adds a finding for each answer that nothing takes, or one for all nodes where many do not take the same.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let drops = subject.annotations.branching.drops
        let causes = Dictionary(grouping: drops) { Cause(event: $0.event, help: $0.help) }
        var isFound: Set<Cause> = []
        for drop in drops {
            let cause = Cause(event: drop.event, help: drop.help)
            let alike = causes[cause, default: []]
            if alike.count < manyNodes {
                findings.append(finding(drop, []))
            } else if isFound.insert(cause).inserted {
                findings.append(finding(drop, Set(alike.map(\.node)).subtracting([drop.node]).sorted()))
            }
        }
    }

    private static func finding(_ drop: Drop, _ others: [String]) -> Diagnostic {
        let rest = others.isEmpty ? "" : ", nor do \(others.count) other nodes"
        return Diagnostic(
            .droppedEvent, at: drop.range, "'\(drop.node)' does not handle \(drop.event)\(rest)",
            notes: others.map { Diagnostic.Note("'\($0)' does not handle \(drop.event)") },
            help: drop.help.isEmpty ? [] : [drop.help])
    }
}

extension DiagnosticCode {
    /// An event that nothing takes.
    package static let droppedEvent = DiagnosticCode(
        "dropped-event", .error, isAboutShape: true, summary: "A node must handle every event that it can receive.")
}
