package import FlowDiagnostics
package import FlowEmit
import FlowModel
import FlowSyntax

extension Compilation {
    /// The trigger that leads a user through the rounds of the flow.
    /// - Parameter form: what kind of script.
    /// - Returns: its text, or nothing if the flow has errors or no rounds.
    package func trigger(as form: ScriptForm) -> String? {
        flow.flatMap { TriggerWriter.javaScript($0, as: form) }
    }

    /// The finding about a flow without rounds from which a trigger should be written; nil if it has some, or errors.
    package var missingRounds: Diagnostic? {
        guard let flow, flow.rounds.isEmpty, let tree = graph.root?.tree else { return nil }
        return Diagnostic(
            .missingRounds, at: tree.nameRange(of: tree.root), "the flow '\(flow.name)' has no rounds",
            help: ["list the challenges of the trigger in order: <rounds><round challenge=\"…\"/></rounds>"])
    }
}
