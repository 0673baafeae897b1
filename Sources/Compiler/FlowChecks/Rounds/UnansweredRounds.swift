import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects rounds whose challenge the flow never answers, because no user could complete such a round.
///
/// ```xml
/// <rounds>
///   <round challenge="RIDDLE"/>
/// </rounds>
/// ```
enum UnansweredRounds: StaticCheck {
    static let codes: [DiagnosticCode] = [.unansweredRound]

    /// Adds a finding for each challenge of a round, unless the flow answers it or another check reports it.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        guard let notes = subject.annotations.rounds else { return }
        let requests = subject.annotations.requests.filter { subject.analyses.reachable[$0.state] }.map(\.note)
        // The challenges that need no further finding. `UnhandledChallenges` reports those without a node.
        var settled = Set(requests.flatMap(\.unhandled))
        settled.formUnion(requests.compactMap(\.answers))
        // A call passes a sent round, so the service issues no challenge for it.
        for (round, range) in zip(subject.flow.rounds, notes.names)
        where !round.isSent && settled.insert(round.name).inserted {
            findings.append(
                Diagnostic(
                    .unansweredRound, at: range,
                    "the flow has a round '\(round.name)', but never answers its challenge",
                    help: ["add a node <challenge name=\"\(round.name)\"> that sends an answer, or remove the round"]
                ))
        }
    }
}

extension DiagnosticCode {
    /// A round whose challenge the flow never answers.
    package static let unansweredRound = DiagnosticCode(
        "unanswered-round", .error, isAboutShape: true,
        summary: "A flow must answer the challenge of each of its rounds.")
}
