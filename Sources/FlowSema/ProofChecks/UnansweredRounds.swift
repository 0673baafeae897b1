import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Rejects rounds whose challenge the flow never answers: a user who comes there cannot go on.
///
/// ```xml
/// <rounds>
///   <round challenge="RIDDLE"/>
/// </rounds>
/// ```
enum UnansweredRounds {
    static func check(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ facts: FlowFacts, _ bag: inout DiagnosticBag
    ) {
        guard let notes = annotations.rounds else { return }
        let requests = annotations.requests.filter { facts.reachable[$0.state] }.map(\.note)
        // A challenge that nothing takes is told at the request that brings it.
        var told = Set(requests.flatMap(\.unhandled))
        told.formUnion(requests.compactMap(\.answers))
        for (round, range) in zip(flow.rounds, notes.names) where !round.isSent && told.insert(round.name).inserted {
            bag.add(
                Diagnostic(
                    .unansweredRound, at: range,
                    "the flow has a round '\(round.name)', but never answers this challenge",
                    help: ["write a node <challenge name=\"\(round.name)\"> that sends an answer, or remove the round"]
                ))
        }
    }
}
