import FlowAnalysis
package import FlowDiagnostics
import FlowIR
import FlowTable

/// Rejects nodes of the compiled file that no path from the start reaches.
///
/// Such a node is not needed, or a transition to it is missing.
///
/// ```xml
/// <flow name="f" start="a">
///   <end id="a" outcome="done"/>
///   <end id="b" outcome="forgotten"/>
/// </flow>
/// ```
enum UnreachableNodes: StaticCheck {
    static let codes: [DiagnosticCode] = [.unreachableNode]

    /// Adds a finding for the nodes of the compiled file that no path from the start reaches, except nodes to which
    /// another such node leads. The finding about that node names them.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let reachability = nodeReachability(subject.flow, subject.analyses)
        let nodes = subject.annotations.nodes
        let unreached = subject.flow.nodes.indices.filter { reachability[$0] == .unreached && nodes[$0].isOwn }
        // These notes apply to all nodes alike, so only the first finding has them.
        var notes = notesOnGuardedChallenges(subject)
        let isEarlier = { (a: NodeID, b: NodeID) in nodes[a].range.start < nodes[b].range.start }
        let groups = subject.analyses.controlFlow.groups(of: unreached.sorted(by: isEarlier))
        for group in groups.sorted(by: { isEarlier($0[0], $1[0]) }) {
            let others = group.dropFirst().map { "'\(subject.flow.nodes[$0].id)'" }.joined(separator: ", ")
            let led = others.isEmpty ? [] : ["it leads to \(others), which no path from the start reaches either"]
            findings.append(finding(about: group[0], notes + led.map { Diagnostic.Note($0) }, subject))
            notes = []
        }
    }

    /// Returns the finding about an unreachable node. Its first notes are `notes`.
    private static func finding(
        about node: NodeID, _ notes: [Diagnostic.Note], _ subject: CheckSubject
    ) -> Diagnostic {
        let id = subject.flow.nodes[node].id
        var finding = Diagnostic(
            .unreachableNode, at: subject.annotations.nodes[node].range, "no path from the start leads to '\(id)'",
            notes: notes)
        if let step = stepWithoutCancel(endingAt: node, subject) {
            finding.notes.append(
                Diagnostic.Note(
                    "the user cannot cancel at '\(subject.flow.nodes[step].id)'",
                    at: subject.annotations.nodes[step].range))
            finding.help.append("to end here on 'cancel', add <on event=\"cancel\" to=\"\(id)\"/> to the flow")
        }
        finding.help.append("add a transition to this node, or remove it")
        return finding
    }

    /// Returns the first reachable step without a transition for `cancel`, if an unreachable node is an end.
    ///
    /// The end may be intended for users who cancel there. Returns nil for any other node.
    private static func stepWithoutCancel(endingAt node: NodeID, _ subject: CheckSubject) -> NodeID? {
        let flow = subject.flow
        guard flow.nodes[node].kind == .end else { return nil }
        let step = flow.states.indices.first {
            subject.analyses.reachable[$0] && flow.states[$0].isPresent
                && flow.states[$0].transitions[.cancel] == nil
        }
        return step.flatMap { flow.states[$0].node }
    }

    /// Returns notes on challenges that have no node and only guarded transitions.
    ///
    /// Such a challenge may be the reason why a node is unreachable.
    private static func notesOnGuardedChallenges(_ subject: CheckSubject) -> [Diagnostic.Note] {
        let challenges = subject.annotations.branching.guardedChallenges.sorted { $0.key < $1.key }
        return challenges.map { name, range in
            Diagnostic.Note(
                "the service can reply with '\(name)', which has no node and is handled only when a guard is true",
                at: range)
        }
    }

    /// Whether the control flow graph reaches a node.
    private enum Reachability {
        case reached, unreached
        /// The node has no states, so the graph says nothing about it.
        case withoutStates
    }

    /// Returns the reachability of each node in the control flow graph.
    private static func nodeReachability(
        _ flow: LoweredFlow, _ analyses: AnalysisCache
    ) -> Table<Node, Reachability> {
        var result = Table<Node, Reachability>(repeating: .withoutStates, count: flow.nodes.count)
        for state in flow.states.indices {
            guard let node = flow.states[state].node, result[node] != .reached else { continue }
            result[node] = analyses.reachable[state] ? .reached : .unreached
        }
        markUses(in: flow, &result)
        return result
    }

    /// Marks each use without states as reached if a node inside it is reached, or else as unreached.
    private static func markUses(in flow: LoweredFlow, _ reachability: inout Table<Node, Reachability>) {
        let uses = flow.nodes.indices.filter { flow.nodes[$0].kind == .use && reachability[$0] == .withoutStates }
        guard !uses.isEmpty else { return }
        var reachedUses: Set<Substring> = []
        for node in flow.nodes.indices where reachability[node] == .reached {
            insertUses(around: flow.nodes[node].id, into: &reachedUses)
        }
        for use in uses { reachability[use] = reachedUses.contains(flow.nodes[use].id[...]) ? .reached : .unreached }
    }

    /// The characters that separate the identifier of a use from the rest of a node's identifier.
    private static let useSeparators = "./:"

    /// Inserts the identifiers of the uses that can contain a node.
    ///
    /// These are the prefixes of the node's identifier before each separator.
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
