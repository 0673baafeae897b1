import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects nodes and ends that no path reaches, given guards and service.
///
/// ```xml
/// <reachable end="expired"/>
/// ```
enum UnreachedEnds: ProofCheck {
    static let codes: [DiagnosticCode] = [.reachableViolated, .unreachableNode]

    /// States of which one must be reachable, and the finding otherwise.
    typealias Goal = (states: [StateID], diagnostic: Diagnostic)

    /// Returns all goals of a flow.
    static func goals(_ subject: CheckSubject) -> [Goal] {
        let (flow, annotations) = (subject.flow, subject.annotations)
        var goals: [Goal] = []
        var asserted: Set<StateID> = []
        for case .reachable(let end, let uses) in annotations.statements.assertions {
            asserted.formUnion(end.states)
            let help = "check the transitions to it: their guards or the service's replies never allow it"
            goals.append(
                (
                    end.states,
                    Diagnostic(
                        .reachableViolated, at: end.range, "no path leads to '\(end.name)'",
                        notes: uses.map(\.note) + leading(to: Set(end.states), subject), help: [help])
                ))
        }
        var states: [Int: [StateID]] = [:]
        for (state, value) in flow.states.enumerated()
        where subject.analyses.reachable[state] && !asserted.contains(state) {
            if let node = value.node, annotations.nodes[node].isOwn { states[node, default: []].append(state) }
        }
        for (node, states) in states.sorted(by: { $0.key < $1.key }) {
            let message = "no path that the guards and the service allow leads to '\(flow.nodes[node].id)'"
            let help = "check the transitions to it, or remove it"
            let notes = leading(to: Set(states), subject)
            goals.append(
                (
                    states,
                    Diagnostic(
                        .unreachableNode, at: annotations.nodes[node].range, message, notes: notes, help: [help])
                ))
        }
        return goals
    }

    /// The maximum number of transitions listed.
    private static let maxNamed = 4

    /// Returns notes on the transitions that lead to some states from others.
    private static func leading(to targets: Set<StateID>, _ subject: CheckSubject) -> [Diagnostic.Note] {
        var marks: Set<TransitionID> = []
        func find(_ block: Block, _ outer: TransitionID?) {
            var mark = outer
            for instruction in block.instructions {
                switch instruction {
                case .mark(let transition): mark = transition
                case .when(_, let inner): find(inner, mark)
                case .jump(let target) where targets.contains(target): if let mark { marks.insert(mark) }
                default: continue
                }
            }
        }
        for (state, value) in subject.flow.states.enumerated()
        where subject.analyses.reachable[state] && !targets.contains(state) {
            for block in value.blocks { find(block, nil) }
        }
        let places = marks.sorted().map { subject.annotations.transitions[$0] }
        let notes = places.prefix(maxNamed).map {
            Diagnostic.Note("\($0.name) leads to it, but is never taken", at: $0.range)
        }
        let rest = places.count - notes.count
        return notes + (rest > 0 ? [Diagnostic.Note("… \(rest) more")] : [])
    }

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        checkAsserted(proof, &findings)
        for (states, diagnostic) in proof.goals
        where proof.graph.entered.isDisjoint(with: states) {
            if proof.graph.truncatedStates.isEmpty || diagnostic.code != .unreachableNode { findings.add(diagnostic) }
        }
    }

    /// Reports asserted ends that only approximate nodes reach: they may be unreachable.
    private static func checkAsserted(_ proof: Proof, _ findings: inout ProofFindings) {
        for (states, diagnostic) in proof.goals
        where diagnostic.code == .reachableViolated && !proof.graph.entered.isDisjoint(with: states) {
            let nodes = proof.graph.nodes.filter { states.contains($0.state) }
            guard !nodes.isEmpty, nodes.allSatisfy(\.isApproximate) else { continue }
            findings.add(
                Diagnostic(
                    .proofLimit, at: diagnostic.range, "the compiler could not rule this out: " + diagnostic.message,
                    notes: [
                        Diagnostic.Note(
                            "the paths to it have too many states to check each of them")
                    ],
                    help: ["test fewer values across nodes, or test them earlier"]))
        }
    }
}

extension DiagnosticCode {
    /// A violated `reachable`.
    package static let reachableViolated = DiagnosticCode(
        "reachable-violated", .error, isAboutShape: true,
        summary: "An end that the flow asserts with `reachable` must be reachable.")
}
