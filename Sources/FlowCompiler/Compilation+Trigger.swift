package import FlowDiagnostics
package import FlowEmit
import FlowIR
import FlowSyntax

extension Compilation {
    /// Returns the DefineAuthChallenge trigger that asks for the rounds of the flow in order.
    ///
    /// The script has the form of a CommonJS or an ES module. It is nil if the flow has errors or no rounds.
    package func trigger(as form: ScriptForm) -> String? {
        verified.flatMap { TriggerWriter.javaScript($0, as: form) }
    }

    /// The finding that the flow has no rounds to write a trigger for; nil if it has rounds or errors.
    package var missingRounds: Diagnostic? {
        guard let flow, flow.rounds.isEmpty, let tree = graph.root?.tree else { return nil }
        return Diagnostic(
            .missingRounds, at: tree.nameRange(of: tree.root), "the flow '\(flow.name)' has no rounds",
            help: ["list the challenges of the trigger in order: <rounds><round challenge=\"…\"/></rounds>"])
    }
}
