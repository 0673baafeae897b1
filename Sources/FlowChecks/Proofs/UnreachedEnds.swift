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
        let entries = Entries(subject)
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
                        notes: uses.map(\.note) + entries.notes(to: end.states, annotations), help: [help])
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
            let notes = entries.notes(to: states, annotations)
            goals.append(
                (
                    states,
                    Diagnostic(
                        .unreachableNode, at: annotations.nodes[node].range, message, notes: notes, help: [help])
                ))
        }
        return goals
    }

    /// The transitions that lead to each state, by the state that they leave.
    private struct Entries {
        private var transitions: [StateID: [(from: StateID, transition: TransitionID)]] = [:]

        /// The maximum number of transitions that the notes list.
        private static let maxNamed = 4

        /// Collects the transitions of all reachable states.
        init(_ subject: CheckSubject) {
            for (state, value) in subject.flow.states.enumerated() where subject.analyses.reachable[state] {
                for block in value.blocks { add(block, from: state, nil) }
            }
        }

        private mutating func add(_ block: Block, from state: StateID, _ outer: TransitionID?) {
            var mark = outer
            for instruction in block.instructions {
                switch instruction {
                case .mark(let transition): mark = transition
                case .when(_, let inner): add(inner, from: state, mark)
                case .jump(let target): if let mark { transitions[target, default: []].append((state, mark)) }
                default: continue
                }
            }
        }

        /// Returns notes on the transitions that lead to some states from others.
        func notes(to targets: [StateID], _ annotations: FlowAnnotations) -> [Diagnostic.Note] {
            let entries = targets.flatMap { transitions[$0, default: []] }.filter { !targets.contains($0.from) }
            let places = Set(entries.map(\.transition)).sorted().map { annotations.transitions[$0] }
            let notes = places.prefix(Self.maxNamed).map {
                Diagnostic.Note("\($0.name) leads to it, but is never taken", at: $0.range)
            }
            let rest = places.count - notes.count
            return notes + (rest > 0 ? [Diagnostic.Note("… \(rest) more")] : [])
        }
    }

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        checkAsserted(proof, &findings)
        for (states, diagnostic) in proof.goals
        where proof.graph.entered.isDisjoint(with: states) {
            if proof.graph.isTruncated.isEmpty || diagnostic.code != .unreachableNode { findings.add(diagnostic) }
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
