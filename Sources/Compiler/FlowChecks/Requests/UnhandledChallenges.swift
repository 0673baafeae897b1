import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects requests to which the service can reply with a challenge that no node handles.
///
/// Each challenge is reported once, at the first request to which the service can reply with it.
///
/// ```xml
/// <call id="login" operation="Login" variant="PASSWORD"/>
/// <challenge name="TEXT_CODE">…</challenge>
/// ```
enum UnhandledChallenges: StaticCheck {
    static let codes: [DiagnosticCode] = [.unhandledChallenge]

    /// Adds a finding for each request with unhandled challenges that no earlier request has.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        var reported: Set<ByteString> = []
        let requests = subject.annotations.requests.filter { subject.analyses.reachable[$0.state] }
            .sorted { (rank($0.state, subject), $0.state) < (rank($1.state, subject), $1.state) }
        for (state, note) in requests {
            guard let node = subject.flow.states[state].node else { continue }
            let challenges = note.unhandled.filter { reported.insert($0).inserted }
            guard let first = challenges.first else { continue }
            let list = challenges.map { "'\($0)'" }.joined(separator: ", ")
            let unhandled =
                challenges.count == 1
                ? "the challenge \(list), which no node handles" : "challenges that no node handles: \(list)"
            findings.append(
                Diagnostic(
                    .unhandledChallenge, at: subject.annotations.nodes[node].range,
                    "the service can reply to '\(note.subject)' with \(unhandled)",
                    help: ["add a node <challenge name=\"\(first)\">, or <challenge name=\"*\"> for all others"]))
        }
    }

    /// Returns the rank of a state in the order of reports. It is 0 in the compiled file, and 1 in other files.
    private static func rank(_ state: StateID, _ subject: CheckSubject) -> Int {
        subject.flow.states[state].node.map { subject.annotations.nodes[$0].isOwn } == true ? 0 : 1
    }
}

extension DiagnosticCode {
    /// A possible challenge that no node handles.
    package static let unhandledChallenge = DiagnosticCode(
        "unhandled-challenge", .error, isAboutShape: true,
        summary: "A flow must handle every challenge that the service can return.")
}
