import FlowAnalysis
package import FlowDiagnostics
import FlowIR
import FlowTable

/// Rejects nodes of the compiled file that no path from the start reaches.
///
/// Such a node is no longer needed, or a transition to it is missing.
///
/// ```xml
/// <flow name="f" start="a">
///   <end id="a" outcome="done"/>
///   <end id="b" outcome="forgotten"/>
/// </flow>
/// ```
enum UnreachableNodes: StaticCheck {
    static let codes: [DiagnosticCode] = [.unreachableNode]

    /// Adds a finding for each node of the compiled file that no path from the start reaches.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let isEntered = nodeReachability(subject.flow, subject.analyses)
        let nodes = subject.flow.nodes.indices.filter { isEntered[$0] == false && subject.annotations.nodes[$0].isOwn }
        // These notes concern no single node, so only the first finding has them.
        var notes = notesOnGuardedChallenges(subject)
        for node in nodes.sorted(by: {
            subject.annotations.nodes[$0].range.start < subject.annotations.nodes[$1].range.start
        }) {
            let cancelHint = suggestionToCancel(endingAt: node, subject)
            findings.append(
                Diagnostic(
                    .unreachableNode, at: subject.annotations.nodes[node].range,
                    "no path from the start leads to '\(subject.flow.nodes[node].id)'",
                    notes: notes + (cancelHint?.notes ?? []),
                    help: (cancelHint?.help ?? []) + ["add a transition to this node, or remove it"]))
            notes = []
        }
    }

    /// Returns a note and a help that suggest a transition for `cancel` to an unreachable end.
    ///
    /// The end may be intended for users who cancel. Returns nil if the node is no end, or if every step handles `cancel`.
    private static func suggestionToCancel(
        endingAt node: NodeID, _ subject: CheckSubject
    ) -> (notes: [Diagnostic.Note], help: [String])? {
        let flow = subject.flow
        guard flow.nodes[node].kind == .end else { return nil }
        let step = flow.states.indices.first {
            subject.analyses.reachable[$0] && flow.states[$0].isPresent
                && flow.states[$0].transitions[.cancel] == nil
        }
        guard let asking = step.flatMap({ flow.states[$0].node }) else { return nil }
        return (
            [
                Diagnostic.Note(
                    "the user cannot cancel at '\(flow.nodes[asking].id)'", at: subject.annotations.nodes[asking].range)
            ],
            ["to end here on 'cancel', add <on event=\"cancel\" to=\"\(flow.nodes[node].id)\"/> to the flow"]
        )
    }

    /// Returns notes on challenges without a node, because such a challenge may be why a node is unreachable.
    private static func notesOnGuardedChallenges(_ subject: CheckSubject) -> [Diagnostic.Note] {
        let challenges = subject.annotations.branching.guardedChallenges.sorted { ByteText($0.key) < ByteText($1.key) }
        return challenges.map { name, range in
            Diagnostic.Note(
                "the service can reply with '\(name)', which has no node and is handled only when a guard is true",
                at: range)
        }
    }

    /// Returns for each node whether the control flow graph reaches it, or nil for a node without states.
    private static func nodeReachability(_ flow: LoweredFlow, _ analyses: AnalysisCache) -> Table<Node, Bool?> {
        var result = Table<Node, Bool?>(repeating: nil, count: flow.nodes.count)
        let isReached = analyses.reachable
        for state in flow.states.indices {
            if let node = flow.states[state].node { result[node] = result[node] == true || isReached[state] }
        }
        let uses = flow.nodes.indices.filter { flow.nodes[$0].kind == .use && result[$0] != true }
        guard !uses.isEmpty else { return result }
        // A use has no states of its own. It is entered if a node inside it is.
        var enteredUses: Set<Substring> = []
        for (node, isEntered) in zip(flow.nodes, result) where isEntered == true {
            insertUses(around: node.id, into: &enteredUses)
        }
        for use in uses { result[use] = enteredUses.contains(flow.nodes[use].id[...]) }
        return result
    }

    /// The characters that separate the identifier of a use from the rest of a node's identifier.
    private static let useSeparators = "./:"

    /// Inserts the identifiers of the uses that can contain a node, which are prefixes of the node's identifier.
    private static func insertUses(around id: String, into uses: inout Set<Substring>) {
        for (index, byte) in zip(id.utf8.indices, id.utf8) where useSeparators.utf8.contains(byte) {
            uses.insert(id[..<index])
        }
    }
}

extension DiagnosticCode {
    /// A node that no path reaches.
    package static let unreachableNode = DiagnosticCode(
        "unreachable-node", .error, isAboutShape: true,
        summary: "Every node of a flow must be reachable from its start.")
}
