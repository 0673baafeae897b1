import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Rejects flows that a reply can ask for something that no node takes. Each challenge is told once, at the
/// first request that brings it.
///
/// ```xml
/// <call id="login" operation="Login" variant="PASSWORD"/>
/// <challenge name="TEXT_CODE">…</challenge>
/// ```
enum UnhandledChallenges {
    static func check(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ facts: FlowFacts, _ bag: inout DiagnosticBag
    ) {
        var told: Set<String> = []
        let requests = annotations.requests.filter { facts.reachable[$0.state] }
            .sorted { (rank($0.state, flow, annotations), $0.state) < (rank($1.state, flow, annotations), $1.state) }
        for (state, note) in requests {
            guard let node = flow.states[state].node else { continue }
            let challenges = note.unhandled.filter { told.insert($0).inserted }
            guard let first = challenges.first else { continue }
            let list = challenges.map { "'\($0)'" }.joined(separator: ", ")
            let what = challenges.count == 1 ? "the challenge \(list)" : "challenges"
            let end = challenges.count == 1 ? "and nothing takes it" : "that nothing takes: \(list)"
            bag.add(
                Diagnostic(
                    .unhandledChallenge, at: annotations.nodes[node].range,
                    "'\(note.subject)' can be answered with \(what)\(challenges.count == 1 ? "," : "") \(end)",
                    help: ["write a node <challenge name=\"\(first)\">, or <challenge name=\"*\"> for all others"]))
        }
    }

    /// Nodes of the compiled file come first.
    private static func rank(_ state: StateID, _ flow: CheckedFlow, _ annotations: FlowAnnotations) -> Int {
        flow.states[state].node.map { annotations.nodes[$0].isOwn } == true ? 0 : 1
    }
}
