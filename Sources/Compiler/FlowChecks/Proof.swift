import FlowAnalysis
import FlowDiagnostics
import FlowIR

/// A flow with a graph of its reachable states: the subject of the proof checks.
struct Proof {
    /// The flow under check.
    let subject: CheckSubject
    /// The predicates and transitions with which the graph was computed.
    let context: AnalysisContext
    /// The reachable states.
    let graph: ReachabilityGraph
    /// The `never` assertions.
    let forbidden: [ForbiddenEnds.Forbidden]
    /// The goals, of each of which one state must be reachable.
    let goals: [UnreachedEnds.Goal]
    private let path: PathDescription

    var flow: LoweredFlow { subject.flow }
    var annotations: FlowAnnotations { subject.annotations }

    private init(
        _ subject: CheckSubject, _ context: AnalysisContext, _ forbidden: [ForbiddenEnds.Forbidden],
        _ goals: [UnreachedEnds.Goal], _ graph: ReachabilityGraph
    ) {
        self.subject = subject
        self.context = context
        self.forbidden = forbidden
        self.goals = goals
        self.graph = graph
        path = PathDescription(context, subject.annotations, graph)
    }

    /// Runs proof checks on a flow, round by round, and returns their findings.
    ///
    /// The findings include the invariants if `keepsInvariants` is true.
    static func findings(
        of checks: [any ProofCheck.Type], _ subject: CheckSubject, keepsInvariants: Bool
    ) -> ProofFindings {
        let goals = UnreachedEnds.goals(subject)
        var findings = ProofFindings()
        for (number, round) in ForbiddenEnds.rounds(subject.annotations).enumerated() {
            // The later rounds exist only because the `never` assertions need more history variables.
            let isFirst = number == 0
            findings.add(
                self.findings(
                    of: isFirst ? checks : [ForbiddenEnds.self], subject, round, isFirst ? goals : [], keepsInvariants))
        }
        return findings
    }

    /// Runs proof checks with the history variables of one round, and returns their findings.
    private static func findings(
        of checks: [any ProofCheck.Type], _ subject: CheckSubject, _ round: ForbiddenEnds.Round,
        _ goals: [UnreachedEnds.Goal], _ keepsInvariants: Bool
    ) -> ProofFindings {
        let history = HistoryVariables(subject.flow, subject.annotations, round.lists)
        let context = AnalysisContext(subject.flow, subject.annotations, subject.analyses.solver, history)
        let prover = Prover(context: context, goals: goals.map(\.states), keepsInvariants: keepsInvariants) { graph in
            var findings = ProofFindings()
            let proof = Proof(subject, context, round.assertions, goals, graph)
            // A graph with a single history variable is only for the checks that depend on it.
            let isForAllChecks = graph.tracked == .max || graph.tracked == 0
            for check in checks where isForAllChecks || FlowChecks.history.contains(where: { $0 == check }) {
                check.check(proof, &findings)
            }
            return findings
        }
        return prover.findings()
    }

    /// Adds a finding about a node of the graph, with an alarm and a counterexample.
    ///
    /// If the node is approximate, the run may be impossible, and the finding is `proof-limit` instead of `code`.
    ///
    /// The rule is violated in runs that reach `node` with data that satisfy `literals`, and with none of the history
    /// variables in `unpassed` set. For a rejected event, `label` is the event with the rejecting path. If a sub-flow
    /// contains the violated assertion, `use` is the use of this sub-flow.
    func add(
        _ code: DiagnosticCode, at range: SourceRange, _ message: String, node: GraphNodeID,
        then label: EdgeLabel? = nil,
        where literals: [Literal] = [], unpassed: UInt64 = 0, use: Assertion.Use? = nil, help: [String],
        to findings: inout ProofFindings
    ) {
        findings.alarms.append(
            Alarm(
                code: code, range: range, node: node, literals: literals, rejectedEvent: label?.rejectedEvent,
                predicates: decidingPredicates(of: literals, label, at: node), unpassed: unpassed))
        let isApproximate = graph.nodes[node].isApproximate
        findings.counterexamples.append(
            Counterexample(
                code: code, range: range, steps: path.steps(to: node, then: label), end: graph.nodes[node].state,
                finally: path.conditions(literals), isUncertain: isApproximate))
        let notes = (use.map { [$0.note] } ?? []) + path.notes(to: node, then: label)
        if isApproximate {
            // A finding about a limit already says that the compiler could not decide.
            let doubt = code == .proofLimit ? "" : "the compiler could not rule this out: "
            findings.add(undecidedFinding(at: range, doubt + message, node: node, notes: notes, help: help))
        } else {
            findings.add(Diagnostic(code, at: range, message, notes: notes, help: help))
        }
    }

    /// Returns the predicates in the literals of a violation, and in the decisions and guards of a rejected event.
    private func decidingPredicates(
        of literals: [Literal], _ label: EdgeLabel?, at node: GraphNodeID
    ) -> Set<PredicateID> {
        let predicates = Set(literals.map(\.predicate))
        guard let label else { return predicates }
        return predicates.union(label.decisions.map(\.predicate))
            .union(context.testedPredicates(on: label.event, in: graph.nodes[node].state))
    }

    /// Creates the `proof-limit` finding that is reported instead of a finding about an approximate node.
    ///
    /// `range`, `notes` and `help` are those of the replaced finding.
    private func undecidedFinding(
        at range: SourceRange, _ message: String, node: GraphNodeID, notes: [Diagnostic.Note], help: [String]
    ) -> Diagnostic {
        let widened = graph.path(to: node).first { graph.nodes[$0.node].isApproximate }?.node ?? node
        let name = flow.nodeName(graph.nodes[widened].state)
        let reason = "'\(name)' can be entered with more combinations of values than the compiler checks"
        return Diagnostic(
            .proofLimit, at: range, message,
            notes: [Diagnostic.Note(reason)] + notes,
            help: ["test fewer values, or test them in earlier nodes"] + help)
    }

    /// Returns the location of a state's node. Returns nil if the state belongs to no node.
    func nodeRange(of state: StateID) -> SourceRange? { flow.states[state].node.map { annotations.nodes[$0].range } }
}

extension Assertion.Use {
    /// A note on the use of the sub-flow that contains the assertion.
    var note: Diagnostic.Note { Diagnostic.Note("'\(name)' uses the flow that asserts this", at: range) }
}
