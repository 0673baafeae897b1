package import FlowDiagnostics
package import FlowEmit
import FlowModel
import FlowSyntax

extension Compilation {
    /// Returns the DefineAuthChallenge trigger that asks for the rounds of the flow in order.
    /// - Parameter form: the kind of JavaScript module.
    /// - Returns: the script, or nil if the flow has errors or no rounds.
    package func trigger(as form: ScriptForm) -> String? {
        flow.flatMap { TriggerWriter.javaScript($0, as: form) }
    }

    /// The finding that the flow has no rounds to write a trigger for; nil if it has rounds or errors.
    package var missingRounds: Diagnostic? {
        guard let flow, flow.rounds.isEmpty, let tree = graph.root?.tree else { return nil }
        return Diagnostic(
            .missingRounds, at: tree.nameRange(of: tree.root), "the flow '\(flow.name)' has no rounds",
            help: ["list the challenges of the trigger in order: <rounds><round challenge=\"…\"/></rounds>"])
    }
}
