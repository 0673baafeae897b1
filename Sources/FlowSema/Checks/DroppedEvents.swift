import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Rejects nodes that wait for something and do not take every answer: the flow would stand still on it.
///
/// ```xml
/// <call id="a" operation="Begin">
///   <on event="success" to="done"/>
/// </call>
/// ```
enum DroppedEvents {
    /// Adds a finding for each answer that nothing takes.
    static func check(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ bag: inout DiagnosticBag) {
        for drop in annotations.branching.drops {
            bag.add(
                Diagnostic(
                    .droppedEvent, at: drop.range, "'\(drop.node)' does not take \(drop.event)",
                    help: drop.help.isEmpty ? [] : [drop.help]))
        }
    }
}
