import FlowDiagnostics
package import FlowIR

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

    /// Creates a prover for a flow.
    ///
    /// At least one state of each list in `goals` must be reachable. `evaluate` runs the checks on a graph. If
    /// `keepsInvariants` is true, the findings include the invariants.
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

    /// Proves or refutes the checks, and returns the findings of those that fail.
    package func findings() -> ProofFindings {
        var unpassed = context.history.all
        return refine(&unpassed) ?? explore(unpassed)
    }

    /// Decides the flow by refinement and search. Returns nil if obligations or goals remain that neither can decide.
    ///
    /// On entry, `unpassed` contains all history variables. If the result is nil, `unpassed` contains those that remain
    /// to be explored: all if the first fixpoint is incomplete, and otherwise those of the open obligations.
    private func refine(_ unpassed: inout [UInt64]) -> ProofFindings? {
        var kept: [ReachabilityGraph] = []
        let trivial = PartitionedFixpoint.Partition(predicates: LiveSet(context.table.layout))
        let first = PartitionedFixpoint(context, trivial)
        guard first.isComplete else { return nil }
        kept.append(first.graph)
        var obligations = Obligations(evaluate(first.graph).alarms, first.graph, trivial)
        for _ in 0..<Self.maxRefinements {
            // The first pass has already used the trivial partition.
            for partition in obligations.partitions.prefix(Self.maxPasses) where partition != trivial {
                if let graph = discharge(&obligations, by: partition) { kept.append(graph) }
            }
            if let findings = confirmedFindings(for: obligations, guidedBy: first) {
                return withInvariants(of: kept, findings)
            }
            unpassed = obligations.unpassed
            guard obligations.refine(by: context.addDependencies) else { return nil }
        }
        return nil
    }

    /// Discharges the obligations that the fixpoint for a partition proves, and returns its graph.
    ///
    /// Returns nil if the fixpoint is incomplete or proves nothing new.
    private func discharge(
        _ obligations: inout Obligations, by partition: PartitionedFixpoint.Partition
    ) -> ReachabilityGraph? {
        let pass = PartitionedFixpoint(context, partition)
        guard pass.isComplete else { return nil }
        let before = (obligations.open.count, obligations.entered.count)
        obligations.discharge(allExcept: evaluate(pass.graph).alarms, pass.graph, partition)
        return before == (obligations.open.count, obligations.entered.count) ? nil : pass.graph
    }

    /// Returns the findings if a search confirms every open obligation and decides every goal, and nil otherwise.
    ///
    /// A counterexample confirms an obligation. A witness, or an exhausted search, decides a goal.
    private func confirmedFindings(
        for obligations: Obligations, guidedBy abstraction: PartitionedFixpoint
    ) -> ProofFindings? {
        let open = goals.filter { goal in
            !obligations.entered.isDisjoint(with: goal) && !goal.contains { abstraction.isWitnessed[$0] }
        }
        var witnesses = WitnessSearch(context, goals: open)
        if witnesses.findWitnesses(), obligations.open.isEmpty {
            return evaluate(ReachabilityGraph(entered: obligations.entered))
        }
        var search = AStarSearch(context, entered: obligations.entered)
        for obligation in obligations.open {
            guard case .found = search.confirm(obligation.alarm, guidedBy: obligation.graph) else { return nil }
        }
        for goal in witnesses.missing.sorted().map({ open[$0] }) {
            switch search.reach(goal, guidedBy: abstraction.graph) {
            case .found: continue
            case .impossible: search.exclude(goal)
            case .unknown: return nil
            }
        }
        let confirmed = evaluate(search.graph)
        return obligations.areConfirmed(by: confirmed.alarms) ? confirmed : nil
    }

    /// Explores the flow exhaustively, once without history variables and once for each variable in `unpassed`. Returns
    /// the findings.
    ///
    /// Several variables at once would multiply the states.
    private func explore(_ unpassed: [UInt64]) -> ProofFindings {
        var graphs: [ReachabilityGraph] = []
        var all = ProofFindings()
        for tracked in [0] + unpassed {
            let (graph, findings) = explore(tracked: tracked)
            graphs.append(graph)
            all.add(findings)
        }
        return withInvariants(of: graphs, all)
    }

    /// Explores the flow with the history variables in `tracked`, and returns the graph and its findings.
    ///
    /// If a fast exploration has findings, a second one finds the shortest paths to them.
    private func explore(tracked: UInt64) -> (graph: ReachabilityGraph, findings: ProofFindings) {
        let mergedGraph = Exploration(context, .merging, tracked: tracked).graph
        let findings = evaluate(mergedGraph)
        if findings.findings.isEmpty { return (mergedGraph, findings) }
        let graph = Exploration(context, .breadthFirst, tracked: tracked).graph
        return (graph, evaluate(graph))
    }

    /// Returns findings, with the invariants of some graphs if the client requested invariants.
    private func withInvariants(of graphs: [ReachabilityGraph], _ findings: ProofFindings) -> ProofFindings {
        guard keepsInvariants else { return findings }
        var result = findings
        let invariants = graphs.map { ProofInvariant($0, context) }
        result.proof.rounds = [FlowProof.Round(exits: context.exits, invariants: invariants)]
        return result
    }
}
