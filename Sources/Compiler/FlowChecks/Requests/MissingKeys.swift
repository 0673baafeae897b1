import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects requests that lack a key which the service requires.
///
/// ```xml
/// <challenge name="TEXT_CODE">
///   <ask name="code"/>
/// </challenge>
/// ```
enum MissingKeys: StaticCheck {
    static let codes: [DiagnosticCode] = [.missingKey]

    /// Adds a finding for each key that a request must carry and lacks.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        for (state, note) in subject.annotations.requests where subject.analyses.reachable[state] {
            guard let node = subject.flow.states[state].node else { continue }
            for key in note.missing {
                findings.append(
                    Diagnostic(
                        .missingKey, at: subject.annotations.nodes[node].range,
                        "the request of '\(subject.flow.nodes[node].id)' lacks '\(key)', which '\(note.subject)' requires",
                        help: ["add <send name=\"\(key)\" from=\"…\"/> here, to a group around it, or to the flow"]))
            }
        }
    }
}

extension DiagnosticCode {
    /// A required key that nothing sends.
    package static let missingKey = DiagnosticCode(
        "missing-key", .error, isAboutShape: true, summary: "A request must carry every key that the service requires.")
}
