import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Warns of time limits that let a step wait longer than the service keeps its session.
///
/// ```xml
/// <challenge name="TEXT_CODE">
///   <on event="timeout" after="3600" to="expired"/>
/// </challenge>
/// ```
enum LateTimeouts: StaticCheck {
    static let codes: [DiagnosticCode] = [.lateTimeout]

    /// Adds a finding for each time limit that lets a step wait longer than its session is valid.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        guard let lifetime = subject.annotations.service.longestSession else { return }
        let flow = subject.flow
        let longWaits = waits(in: subject, longerThan: lifetime)
        for (range, wait) in longWaits.sorted(by: { $0.value.nodes[0] < $1.value.nodes[0] }) {
            let clause = waitClause(firstStep: flow.nodes[wait.nodes[0]].id, count: wait.nodes.count)
            findings.append(
                Diagnostic(
                    .lateTimeout, at: range,
                    "\(clause) for up to \(counted(wait.seconds, "second")), "
                        + "but the service's session expires after \(counted(lifetime, "second"))",
                    help: ["set the limit to \(counted(lifetime, "second")) or less"]))
        }
    }

    /// Returns a clause that says that some steps wait, as in `'code' and 2 more steps wait`.
    private static func waitClause(firstStep: String, count: Int) -> String {
        switch count {
        case 1: "'\(firstStep)' waits"
        default: "'\(firstStep)' and \(counted(count - 1, "more step")) wait"
        }
    }

    /// Returns, by location of a time limit, the nodes that wait longer than a lifetime, and the longest wait.
    ///
    /// Waits are in seconds. Omits nodes that send no session.
    private static func waits(
        in subject: CheckSubject, longerThan lifetime: Int
    ) -> [SourceRange: (seconds: Int, nodes: [NodeID])] {
        let flow = subject.flow
        let limits = TimeLimits(flow, subject.annotations)
        let senders = Set(
            subject.annotations.requests.filter { !$0.note.sessions.isEmpty }.compactMap { flow.states[$0.state].node })
        var result: [SourceRange: (seconds: Int, nodes: [NodeID])] = [:]
        for state in flow.states.indices where flow.states[state].isPresent {
            guard let node = flow.states[state].node, senders.contains(node),
                let (seconds, range) = longestWait(in: state, limits), seconds > lifetime
            else { continue }
            var wait = result[range] ?? (0, [])
            wait.seconds = max(wait.seconds, seconds)
            if !wait.nodes.contains(node) { wait.nodes.append(node) }
            result[range] = wait
        }
        return result
    }

    /// Returns the longest time in seconds that a step can wait, and the location of the limit.
    ///
    /// The shortest limit ends the wait. Returns nil if the step has no limit that the flow determines, or if it has a
    /// timeout that the flow does not determine.
    private static func longestWait(in state: StateID, _ limits: TimeLimits) -> (seconds: Int, range: SourceRange)? {
        let timeout = limits.timeout(of: state)
        if let timeout, timeout.maximum == nil { return nil }
        let all = limits.deadlines(of: state) + (timeout.map { [$0] } ?? [])
        return all.compactMap { limit in limit.maximum.map { ($0, limit.range) } }.min { $0.0 < $1.0 }
    }
}

extension DiagnosticCode {
    /// A time limit that is longer than the lifetime of the session.
    package static let lateTimeout = DiagnosticCode(
        "late-timeout", .warning, summary: "A step should not wait longer than the service keeps the session.")
}
