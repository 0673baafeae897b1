import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects nodes and asserted ends that no run reaches, because of guards or because of the service.
///
/// ```xml
/// <reachable end="expired"/>
/// ```
enum UnreachedEnds: ProofCheck {
    static let codes: [DiagnosticCode] = [.reachableViolated, .unreachableNode]

    /// States of which one must be reachable.
    struct Goal {
        /// Why one of the states must be reachable.
        enum Reason {
            /// The flow asserts this end or, if there are uses, the sub-flow that they inline asserts it.
            case assertion(Assertion.NamedEnd, [Assertion.Use])
            /// The compiled file has this node.
            case node(NodeID)
        }

        let states: [StateID]
        let reason: Reason
    }

    /// Returns the goals of a flow: its `reachable` assertions, and the other nodes of the compiled file.
    static func goals(_ subject: CheckSubject) -> [Goal] {
        let asserted = assertedGoals(subject)
        return asserted + nodeGoals(subject, except: Set(asserted.flatMap(\.states)))
    }

    /// Returns a goal for each `reachable` assertion.
    private static func assertedGoals(_ subject: CheckSubject) -> [Goal] {
        var goals: [Goal] = []
        for case .reachable(let end, let uses) in subject.annotations.statements.assertions {
            goals.append(Goal(states: end.states, reason: .assertion(end, uses)))
        }
        return goals
    }

    /// Returns a goal for each node of the compiled file that the control flow graph reaches, except asserted ends.
    private static func nodeGoals(_ subject: CheckSubject, except asserted: Set<StateID>) -> [Goal] {
        let (flow, annotations) = (subject.flow, subject.annotations)
        var statesOfNode = Table<Node, [StateID]>(repeating: [], count: flow.nodes.count)
        for (state, value) in flow.states.indexed()
        where subject.analyses.reachable[state] && !asserted.contains(state) {
            if let node = value.node, annotations.nodes[node].isOwn { statesOfNode[node].append(state) }
        }
        return statesOfNode.indexed().filter { !$1.isEmpty }.map { Goal(states: $1, reason: .node($0)) }
    }

    /// The transitions that lead to each state, with the state that each leaves.
    private struct IncomingTransitions {
        /// A transition from a state; `limit` is the number of attempts if only the last one leads to the target.
        private typealias Incoming = (source: StateID, transition: TransitionID, limit: Int?)

        private var transitions: [StateID: [Incoming]] = [:]

        /// The maximum number of transitions listed in the notes.
        private static let maxListed = 4

        /// Collects the transitions that leave the states which the control flow graph reaches.
        init(_ subject: CheckSubject) {
            for (state, value) in subject.flow.states.indexed() where subject.analyses.reachable[state] {
                for block in value.blocks { add(block, of: state, nil, limit: nil) }
            }
        }

        /// Adds the transitions in a block of a state.
        ///
        /// `outer` is the transition to which the block belongs. If the transition runs the block only on its last
        /// attempt, `outerLimit` is the number of attempts.
        private mutating func add(_ block: Block, of state: StateID, _ outer: TransitionID?, limit outerLimit: Int?) {
            var (mark, limit) = (outer, outerLimit)
            for instruction in block.instructions {
                switch instruction.effect {
                // A guard precedes the mark of its transition, so only `attempts` test a counter after it.
                case .mark(let transition): (mark, limit) = (transition, nil)
                case .branch(.not(.leaf(.below(_, let attempts))), let inner):
                    add(inner, of: state, mark, limit: attempts > 1 ? attempts : nil)
                case .branch(_, let inner): add(inner, of: state, mark, limit: limit)
                case .exit(.state(let target)):
                    if let mark { transitions[target, default: []].append((state, mark, limit)) }
                // A jump to the last step returns to a reached step. Notes do not mention its fallback.
                case .change, .read, .restore, .exit: continue
                }
            }
        }

        /// Returns notes on the transitions that lead to some states from other states, at most `maxListed` of them.
        func notes(to targets: [StateID], _ annotations: FlowAnnotations) -> [Diagnostic.Note] {
            let incoming = targets.flatMap { transitions[$0, default: []] }.filter { !targets.contains($0.source) }
            let limits = Dictionary(incoming.map { ($0.transition, $0.limit) }) { $0 == $1 ? $0 : nil }
            let notes = limits.sorted { $0.key < $1.key }.prefix(Self.maxListed).map { transition, limit in
                let place = annotations.transitions[transition]
                let reason = limit.map { "its limit of \($0) attempts is never reached" } ?? "is never taken"
                return Diagnostic.Note("\(place.name) leads to it, but \(reason)", at: place.range)
            }
            let omitted = limits.count - notes.count
            return notes + (omitted > 0 ? [Diagnostic.Note("… \(omitted) more")] : [])
        }
    }

    /// Adds a finding for each node that no run reaches, and for each asserted end that is not proved reachable.
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        reportUncertainGoals(proof, &findings)
        let unreached = proof.goals.filter { proof.graph.entered.isDisjoint(with: $0.states) }
        guard !unreached.isEmpty else { return }
        let incoming = IncomingTransitions(proof.subject)
        for goal in unreached {
            let notes = incoming.notes(to: goal.states, proof.annotations)
            switch goal.reason {
            case .assertion(let end, let uses): findings.add(finding(on: end, uses, notes))
            case .node(let node):
                // If the graph lacks paths, a node that it does not enter may still be reachable. An assertion is
                // reported even then, because it is not proved.
                if proof.graph.truncatedStates.isEmpty { findings.add(finding(on: node, proof, notes)) }
            }
        }
    }

    /// Creates the finding on an asserted end that no run reaches.
    private static func finding(
        on end: Assertion.NamedEnd, _ uses: [Assertion.Use], _ incoming: [Diagnostic.Note]
    ) -> Diagnostic {
        Diagnostic(
            .reachableViolated, at: end.range, "no path leads to '\(end.name)'", notes: uses.map(\.note) + incoming,
            help: ["check the guards of the transitions to this end, and the replies that the service can give"])
    }

    /// Creates the finding on a node that no run reaches.
    private static func finding(on node: NodeID, _ proof: Proof, _ incoming: [Diagnostic.Note]) -> Diagnostic {
        let id = proof.flow.nodes[node].id
        return Diagnostic(
            .unreachableNode, at: proof.annotations.nodes[node].range,
            "'\(id)' is unreachable, because the guards and the service's replies allow no path to it", notes: incoming,
            help: ["check the transitions to this node, or remove it"])
    }

    /// Reports asserted ends that may be unreachable, because the graph reaches them only with approximate nodes.
    private static func reportUncertainGoals(_ proof: Proof, _ findings: inout ProofFindings) {
        for goal in proof.goals where !proof.graph.entered.isDisjoint(with: goal.states) {
            guard case .assertion(let end, _) = goal.reason else { continue }
            let nodes = proof.graph.nodes.filter { goal.states.contains($0.state) }
            guard !nodes.isEmpty, nodes.allSatisfy(\.isApproximate) else { continue }
            let reason = "this end can be entered with more combinations of values than the compiler checks"
            findings.add(
                Diagnostic(
                    .proofLimit, at: end.range, "the compiler could not prove that a path leads to '\(end.name)'",
                    notes: [Diagnostic.Note(reason)],
                    help: ["test fewer values, or test them in earlier nodes"]))
        }
    }
}

extension DiagnosticCode {
    package static let reachableViolated = DiagnosticCode(
        "reachable-violated", .error, isAboutShape: true,
        summary: "An end that the flow asserts with `reachable` must be reachable.")
}
