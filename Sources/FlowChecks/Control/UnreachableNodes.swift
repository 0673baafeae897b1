import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel
import FlowTable

/// Rejects nodes of the compiled file that no way from the start leads to: they are left over, or a transition is missing.
///
/// ```xml
/// <flow name="f" start="a">
///   <end id="a" outcome="done"/>
///   <end id="b" outcome="forgotten"/>
/// </flow>
/// ```
enum UnreachableNodes: StaticCheck {
    static let codes: [DiagnosticCode] = [.unreachableNode]

    /// Adds a finding for each such node.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let isEntered = enteredNodes(subject.flow, subject.analyses)
        let nodes = subject.flow.nodes.indices.filter { isEntered[$0] == false && subject.annotations.nodes[$0].isOwn }
        var notes = possibleCauses(subject)
        for node in nodes.sorted(by: {
            subject.annotations.nodes[$0].range.start < subject.annotations.nodes[$1].range.start
        }) {
            findings.append(
                Diagnostic(
                    .unreachableNode, at: subject.annotations.nodes[node].range,
                    "no path from the start leads to '\(subject.flow.nodes[node].id)'",
                    notes: notes + (forgotten(node, subject)?.notes ?? []),
                    help: (forgotten(node, subject)?.help ?? []) + ["add a transition to it, or remove it"]))
            notes = []
        }
    }

    /// An end that nothing leads to may be that of a host that cancels, which some step does not let it do.
    private static func forgotten(_ node: Int, _ subject: CheckSubject) -> (notes: [Diagnostic.Note], help: [String])? {
        let flow = subject.flow
        guard flow.nodes[node].kind == .end else { return nil }
        let step = flow.states.indices.first {
            subject.analyses.reachable[$0] && flow.states[$0].isPresent
                && flow.states[$0].transitions[BuiltinEvent.cancel.rawValue] == nil
        }
        guard let asking = step.flatMap({ flow.states[$0].node }) else { return nil }
        return (
            [
                Diagnostic.Note(
                    "the user cannot cancel at '\(flow.nodes[asking].id)'", at: subject.annotations.nodes[asking].range)
            ],
            [
                "if cancelling should lead to it, add <on event=\"cancel\" to=\"\(flow.nodes[node].id)\"/> to the flow"
            ]
        )
    }

    /// Challenges without a node, which perhaps led to what is not reached. Said once, at the first node.
    private static func possibleCauses(_ subject: CheckSubject) -> [Diagnostic.Note] {
        subject.annotations.branching.guardedChallenges.sorted { ByteText($0.key) < ByteText($1.key) }.map {
            name, range in
            Diagnostic.Note(
                "the service can reply with '\(name)', which has no node and is handled only when a guard is true",
                at: range)
        }
    }

    /// By node: whether it is entered; nil where that cannot be reported, since no state belongs to it.
    private static func enteredNodes(_ flow: CheckedFlow, _ analyses: AnalysisCache) -> [Bool?] {
        var result = [Bool?](repeating: nil, count: flow.nodes.count)
        let isReached = analyses.reachable
        for state in flow.states.indices {
            if let node = flow.states[state].node { result[node] = result[node] == true || isReached[state] }
        }
        let uses = flow.nodes.indices.filter { flow.nodes[$0].kind == .use && result[$0] != true }
        guard !uses.isEmpty else { return result }
        var users: Set<Substring> = []
        for (node, isEntered) in zip(flow.nodes, result) where isEntered == true { insertUsers(node.id, &users) }
        for use in uses { result[use] = users.contains(flow.nodes[use].id[...]) }
        return result
    }

    /// The uses that an entered node was inlined by are entered: their identifiers are prefixes of its own.
    private static func insertUsers(_ id: String, _ users: inout Set<Substring>) {
        for (index, byte) in zip(id.utf8.indices, id.utf8) where "./:".utf8.contains(byte) {
            users.insert(id[..<index])
        }
    }
}

extension DiagnosticCode {
    /// A node that no way leads to.
    package static let unreachableNode = DiagnosticCode(
        "unreachable-node", .error, isAboutShape: true,
        summary: "Every node of a flow must be reachable from its start.")
}
