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
        let holders = Set(
            subject.annotations.requests.filter { !$0.note.sessions.isEmpty }
                .compactMap { subject.flow.states[$0.state].node })
        for (state, facts) in subject.annotations.states.sorted(by: { $0.key < $1.key }) {
            guard let limit = facts.timeLimit, limit.seconds > longest, let node = subject.flow.states[state].node,
                holders.contains(node)
            else { continue }
            findings.append(
                Diagnostic(
                    .lateTimeout, at: limit.range,
                    "'\(subject.flow.nodes[node].id)' waits for up to \(limit.seconds) seconds, but the service keeps its session "
                        + "for \(longest) at most",
                    help: ["let the limit be \(longest) or less, or take it from an input"]))
        }
    }
}

extension DiagnosticCode {
    /// A limit of time beyond the life of the session.
    package static let lateTimeout = DiagnosticCode(
        "late-timeout", .warning, summary: "A step should not wait longer than the service keeps its session.")
}
