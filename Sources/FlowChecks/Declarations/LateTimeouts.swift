import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Warns of limits of time that are longer than the service keeps the session that the step holds.
///
/// ```xml
/// <challenge name="TEXT_CODE">
///   <on event="timeout" after="3600" to="expired"/>
/// </challenge>
/// ```
enum LateTimeouts: StaticCheck {
    static let codes: [DiagnosticCode] = [.lateTimeout]

    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        guard let longest = subject.annotations.service.longestSession else { return }
        let flow = subject.flow
        let literals = ValueOrigins(flow).literals()
        let holders = Set(
            subject.annotations.requests.filter { !$0.note.sessions.isEmpty }.compactMap { flow.states[$0.state].node })
        var waits: [SourceRange: (seconds: Int, nodes: [Int])] = [:]
        for (state, facts) in subject.annotations.states.sorted(by: { $0.key < $1.key }) {
            guard let range = facts.timeLimit, let node = flow.states[state].node, holders.contains(node),
                let seconds = longestWait(in: flow.states[state], literals), seconds > longest
            else { continue }
            var wait = waits[range] ?? (0, [])
            wait.seconds = max(wait.seconds, seconds)
            if !wait.nodes.contains(node) { wait.nodes.append(node) }
            waits[range] = wait
        }
        for (range, wait) in waits.sorted(by: { $0.value.nodes[0] < $1.value.nodes[0] }) {
            let others = wait.nodes.count - 1
            let steps = "'\(flow.nodes[wait.nodes[0]].id)'" + (others == 0 ? " waits" : " and \(others) more wait")
            findings.append(
                Diagnostic(
                    .lateTimeout, at: range,
                    "\(steps) for up to \(wait.seconds) seconds, but the service keeps its session for \(longest) at most",
                    help: ["let the limit be \(longest) or less"]))
        }
    }

    /// The longest limit that the flow itself gives a step. What a host or a service gives instead is theirs to know.
    private static func longestWait(in state: State, _ literals: [SlotID: [String]]) -> Int? {
        guard case .present(let presentation) = state.kind else { return nil }
        switch presentation.timeLimit {
        case .seconds(let seconds): return seconds
        case .slot(let slot): return literals[slot]?.compactMap { Int($0) }.max()
        case nil: return nil
        }
    }
}

extension DiagnosticCode {
    /// A limit of time beyond the life of the session.
    package static let lateTimeout = DiagnosticCode(
        "late-timeout", .warning, summary: "A step should not wait longer than the service keeps its session.")
}
