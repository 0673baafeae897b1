import FlowDiagnostics
import FlowModel

/// Rejects flows that a reply can ask for something that no node takes. Told once for each challenge.
///
/// ```xml
/// <call id="login" operation="Login" variant="PASSWORD"/>
/// <challenge name="TEXT_CODE">…</challenge>
/// ```
enum UnhandledChallenges {
    static func check(_ flow: CheckedFlow, _ map: SourceMap, _ facts: FlowFacts, _ bag: inout DiagnosticBag) {
        var requests: [String: [StateID]] = [:]
        for (state, note) in map.requests where facts.reachable[state] {
            for challenge in note.unhandled { requests[challenge, default: []].append(state) }
        }
        for (challenge, states) in requests.sorted(by: { $0.key < $1.key }) {
            let states = states.sorted { ($0, isOwn($0, flow, map)) < ($1, isOwn($1, flow, map)) }
            guard let first = states.first, let node = flow.states[first].node, let note = map.requests[first] else {
                continue
            }
            let others = states.dropFirst().prefix(3).compactMap { state in
                flow.states[state].node.map {
                    Diagnostic.Note("'\(map.requests[state]?.subject ?? "")' can bring it too", at: map.nodes[$0])
                }
            }
            bag.add(
                Diagnostic(
                    .unhandledChallenge, at: map.nodes[node],
                    "'\(note.subject)' can be answered with the challenge '\(challenge)', and nothing takes it",
                    notes: others,
                    help: [
                        "write a node <challenge name=\"\(challenge)\">, or <challenge name=\"*\"> for all others"
                    ]))
        }
    }

    private static func isOwn(_ state: StateID, _ flow: CheckedFlow, _ map: SourceMap) -> Int {
        flow.states[state].node.map { map.isOwnNode[$0] } == true ? 0 : 1
    }
}
