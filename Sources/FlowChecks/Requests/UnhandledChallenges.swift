import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects flows that a reply can ask for something that no node takes. Each challenge is reported once, at the
/// first request that brings it.
///
/// ```xml
/// <call id="login" operation="Login" variant="PASSWORD"/>
/// <challenge name="TEXT_CODE">…</challenge>
/// ```
enum UnhandledChallenges: StaticCheck {
    static let codes: [DiagnosticCode] = [.unhandledChallenge]

    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        var reported: Set<String> = []
        let requests = subject.annotations.requests.filter { subject.analyses.reachable[$0.state] }
            .sorted { (rank($0.state, subject), $0.state) < (rank($1.state, subject), $1.state) }
        for (state, note) in requests {
            guard let node = subject.flow.states[state].node else { continue }
            let challenges = note.unhandled.filter { reported.insert($0).inserted }
            guard let first = challenges.first else { continue }
            let list = challenges.map { "'\($0)'" }.joined(separator: ", ")
            let what = challenges.count == 1 ? "the challenge \(list)," : "challenges"
            let end = challenges.count == 1 ? "which no node handles" : "that no node handles: \(list)"
            findings.append(
                Diagnostic(
                    .unhandledChallenge, at: subject.annotations.nodes[node].range,
                    "the service can reply to '\(note.subject)' with \(what) \(end)",
                    help: ["add a node <challenge name=\"\(first)\">, or <challenge name=\"*\"> for all others"]))
        }
    }

    /// Nodes of the compiled file come first.
    private static func rank(_ state: StateID, _ subject: CheckSubject) -> Int {
        subject.flow.states[state].node.map { subject.annotations.nodes[$0].isOwn } == true ? 0 : 1
    }
}

extension DiagnosticCode {
    /// A challenge that can come and that nothing takes.
    package static let unhandledChallenge = DiagnosticCode(
        "unhandled-challenge", .error, isAboutShape: true,
        summary: "A flow must handle every challenge that the service can return.")
}
