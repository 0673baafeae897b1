import FlowDiagnostics
package import FlowModel

/// Checks a flow by counterexample-guided abstraction refinement (CEGAR), cheapest analysis first.
///
/// A partitioned fixpoint over-approximates the flow, and the checks raise alarms on its graph. Alarms that a finer
/// partition does not raise again are discharged. The search confirms the others by concrete counterexamples. Only if
/// neither succeeds does an exhaustive exploration decide.
package struct Prover {
    private let context: AnalysisContext
    private let goals: [[StateID]]
    private let evaluate: (ReachabilityGraph) -> ProofFindings
    private let keepsInvariants: Bool

    /// Makes a prover for a flow.
    /// - Parameters:
    /// - context: the flow's predicates and transition relation.
    /// - goals: lists of states; one state of each list must be reachable.
    /// - keepsInvariants: whether the findings come with the invariants.
    /// - evaluate: runs the checks on a graph.
    package init(
        context: AnalysisContext, goals: [[StateID]], keepsInvariants: Bool = false,
        evaluate: @escaping (ReachabilityGraph) -> ProofFindings
    ) {
        self.keepsInvariants = keepsInvariants
        self.context = context
        self.goals = goals
        self.evaluate = evaluate
    }

    /// The maximum number of refinements.
    private static let maxRefinements = 5
    /// The maximum number of passes for one refinement.
    private static let maxPasses = 64

    /// Runs the analyses.
    package func findings() -> ProofFindings {
        var unpassed = context.history.all
        return discharged(&unpassed) ?? explored(unpassed)
    }

    /// Returns the findings if refinement and search decide everything. Otherwise `unpassed` lists the history
    /// variables of open obligations.
    private func discharged(_ unpassed: inout [UInt64]) -> ProofFindings? {
        var kept: [ReachabilityGraph] = []

        let trivial = PartitionedFixpoint.Partition(predicates: LiveSet(context.table.layout))
        let first = PartitionedFixpoint(context, trivial)
        guard first.isComplete else { return nil }
        kept.append(first.graph)
        var obligations = Obligations(evaluate(first.graph).alarms, first.graph, trivial)
        for _ in 0..<Self.maxRefinements {
            for partition in obligations.partitions.prefix(Self.maxPasses) where partition != trivial {
                let pass = PartitionedFixpoint(context, partition)
                guard pass.isComplete else { continue }
                let before = (obligations.open.count, obligations.entered.count)
                obligations.discharge(allBut: evaluate(pass.graph).alarms, pass.graph, partition)
                if before != (obligations.open.count, obligations.entered.count) { kept.append(pass.graph) }
            }
            if let discharged = confirm(obligations, first.graph) { return keeping(kept, discharged) }
            unpassed = obligations.unpassed
            guard obligations.refine(by: context.insertDeciding) else { return nil }
        }
        return nil
    }

    /// Confirms every open obligation by a counterexample, and every goal by a witness, or returns nil.
    private func confirm(_ obligations: Obligations, _ abstraction: ReachabilityGraph) -> ProofFindings? {
        let open = goals.filter { !obligations.entered.isDisjoint(with: $0) }
        var witnesses = WitnessSearch(context, open)
        if witnesses.reachesAll(), obligations.open.isEmpty {
            return evaluate(ReachabilityGraph(entered: obligations.entered))
        }
        var search = AStarSearch(context, entered: obligations.entered)
        for obligation in obligations.open {
            guard case .found = search.show(obligation.alarm, by: obligation.graph) else { return nil }
        }
        for goal in witnesses.missing.sorted().map({ open[$0] }) {
            switch search.reach(goal, by: abstraction) {
            case .found: continue
            case .impossible: search.exclude(goal)
            case .unknown: return nil
            }
        }
        let shown = evaluate(search.graph)
        return obligations.areConfirmed(by: shown.alarms) ? shown : nil
    }

    /// Explores the flow exhaustively: once without history variables, and once for each one that is in question,
    /// since several at once multiply the states.
    private func explored(_ unpassed: [UInt64]) -> ProofFindings {
        var graphs: [ReachabilityGraph] = []
        var all = ProofFindings()
        for followed in [0] + unpassed {
            let (graph, findings) = explored(followed: followed)
            graphs.append(graph)
            all.add(findings)
        }
        return keeping(graphs, all)
    }

    private func explored(followed: UInt64) -> (graph: ReachabilityGraph, findings: ProofFindings) {
        let joined = Exploration(context, .merging, followed: followed).graph
        let findings = evaluate(joined)
        if findings.findings.isEmpty { return (joined, findings) }
        let exact = Exploration(context, .breadthFirst, followed: followed).graph
        return (exact, evaluate(exact))
    }

    private func keeping(_ graphs: [ReachabilityGraph], _ findings: ProofFindings) -> ProofFindings {
        guard keepsInvariants else { return findings }
        var findings = findings
        let invariants = graphs.map { ProofInvariant($0, context) }
        findings.proof.rounds = [FlowProof.Round(exits: context.exits, invariants: invariants)]
        return findings
    }
}
