import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Rejects requests that lack a key without which the service refuses them.
///
/// ```xml
/// <challenge name="TEXT_CODE">
///   <ask name="code"/>
/// </challenge>
/// ```
enum MissingKeys {
    static func check(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ facts: FlowFacts, _ bag: inout DiagnosticBag
    ) {
        for (state, note) in annotations.requests where facts.reachable[state] {
            guard let node = flow.states[state].node else { continue }
            for key in note.missing {
                bag.add(
                    Diagnostic(
                        .missingKey, at: annotations.nodes[node].range,
                        "the request of '\(flow.nodes[node].id)' lacks '\(key)', which '\(note.subject)' requires",
                        help: ["add <send name=\"\(key)\" from=\"…\"/> here, to a group around it, or to the flow"]))
            }
        }
    }
}
