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
        let limits = TimeLimits(flow, subject.annotations)
        let holders = Set(
            subject.annotations.requests.filter { !$0.note.sessions.isEmpty }.compactMap { flow.states[$0.state].node })
        var waits: [SourceRange: (seconds: Int, nodes: [Int])] = [:]
        for state in flow.states.indices where flow.states[state].isPresent {
            guard let node = flow.states[state].node, holders.contains(node),
                let (seconds, range) = longestWait(in: state, limits), seconds > longest
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
                    "\(steps) for up to \(wait.seconds) seconds, but the service's session expires after \(longest)",
                    help: ["set the limit to \(longest) or less"]))
        }
    }

    /// The longest that the flow itself lets a step wait, and the place that says so: the nearest of its limits.
    private static func longestWait(in state: StateID, _ limits: TimeLimits) -> (seconds: Int, range: SourceRange)? {
        let own = limits.own(state)
        if let own, own.maximum == nil { return nil }
        let all = limits.deadlines(of: state) + (own.map { [$0] } ?? [])
        return all.compactMap { limit in limit.maximum.map { ($0, limit.range) } }.min { $0.0 < $1.0 }
    }
}

extension DiagnosticCode {
    /// A limit of time beyond the life of the session.
    package static let lateTimeout = DiagnosticCode(
        "late-timeout", .warning, summary: "A step should not wait longer than the service keeps the session.")
}
