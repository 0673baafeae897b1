package import FlowDiagnostics
import FlowIR

/// Rejects nodes that do not handle every event that they can receive.
///
/// The flow could not continue after such an event.
///
/// ```xml
/// <call id="a" operation="Begin">
///   <on event="success" to="done"/>
/// </call>
/// ```
enum DroppedEvents: StaticCheck {
    static let codes: [DiagnosticCode] = [.droppedEvent]

    /// The least number of findings with the same cause that a single finding replaces.
    ///
    /// If so many places do not handle an event, the whole flow should probably handle it.
    private static let minFindingsToGroup = 3

    /// An unhandled event with the suggested fix. Findings with the same cause can be grouped.
    private struct Cause: Hashable {
        let event: String
        let help: String
    }

    /// Adds a finding for each event that a node does not handle. If many nodes do not handle it, adds one finding for
    /// all.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let drops = subject.annotations.branching.drops
        let causes = Dictionary(grouping: drops) { Cause(event: $0.event, help: $0.help) }
        var reported: Set<Cause> = []
        for drop in drops {
            let cause = Cause(event: drop.event, help: drop.help)
            let group = causes[cause, default: []]
            if group.count < minFindingsToGroup {
                findings.append(finding(drop, otherNodes: []))
            } else if reported.insert(cause).inserted {
                let others = Set(group.map(\.node)).subtracting([drop.node])
                findings.append(finding(drop, otherNodes: others.sorted()))
            }
        }
    }

    /// Creates a finding for an unhandled event. It has a note for each other node that does not handle the event.
    private static func finding(_ drop: Drop, otherNodes others: [String]) -> Diagnostic {
        let otherDrops = others.count == 1 ? "does 1 other node" : "do \(others.count) other nodes"
        let rest = others.isEmpty ? "" : ", nor \(otherDrops)"
        return Diagnostic(
            .droppedEvent, at: drop.range, "'\(drop.node)' does not handle \(drop.event)\(rest)",
            notes: others.map { Diagnostic.Note("'\($0)' does not handle \(drop.event)") },
            help: drop.help.isEmpty ? [] : [drop.help])
    }
}

extension DiagnosticCode {
    /// An event that a node does not handle.
    package static let droppedEvent = DiagnosticCode(
        "dropped-event", .error, isAboutShape: true, summary: "A node must handle every event that it can receive.")
}
