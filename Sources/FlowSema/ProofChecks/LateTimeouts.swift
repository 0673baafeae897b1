import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Warns of limits of time that are longer than the service keeps the session that the step holds.
///
/// ```xml
/// <challenge name="TEXT_CODE">
///   <on event="timeout" after="3600" to="expired"/>
/// </challenge>
/// ```
enum LateTimeouts {
    static func check(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ bag: inout DiagnosticBag) {
        guard let longest = annotations.service.longestSession else { return }
        let holders = Set(
            annotations.requests.filter { !$0.note.sessions.isEmpty }.compactMap { flow.states[$0.state].node })
        for (state, facts) in annotations.states.sorted(by: { $0.key < $1.key }) {
            guard let limit = facts.timeLimit, limit.seconds > longest, let node = flow.states[state].node,
                holders.contains(node)
            else { continue }
            bag.add(
                Diagnostic(
                    .lateTimeout, at: limit.range,
                    "'\(flow.nodes[node].id)' waits for up to \(limit.seconds) seconds, but the service keeps its session "
                        + "for \(longest) at most",
                    help: ["let the limit be \(longest) or less, or take it from an input"]))
        }
    }
}
