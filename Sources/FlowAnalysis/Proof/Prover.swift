import FlowDiagnostics
package import FlowModel

/// Finds out what is wrong with a flow, the fastest way first: each look at it is slower than the one before, and comes only where
/// that one did not settle the matter.
///
/// Every look with merged situations takes too much for possible, never too little. So what one of them does not find is not there, and
/// what is found is looked at once more with the facts told apart that it is about. The rest is shown by conversations.
package struct Prover {
    private let context: AnalysisContext
    private let goals: [[StateID]]
    private let evaluate: (ReachabilityGraph) -> ProofFindings
    private let keepsInvariants: Bool

    /// A prover for a flow.
    /// - Parameters:
    ///   - ground: the flow's facts and events.
    ///   - goals: lists of states, of each of which one must be entered.
    ///   - keepsInvariants: whether the findings come with what they follow from.
    ///   - judge: finds out how a flow is wrong that can come to a product.
    package init(
        context: AnalysisContext, goals: [[StateID]], keepsInvariants: Bool = false,
        evaluate: @escaping (ReachabilityGraph) -> ProofFindings
    ) {
        self.keepsInvariants = keepsInvariants
        self.context = context
        self.goals = goals
        self.evaluate = evaluate
    }

    /// The most often that more is told apart.
    private static let maxRefinements = 5
    /// The most looks of one round.
    private static let maxPasses = 64

    /// The findings.
    package func findings() -> ProofFindings {
        var unpassed = context.history.all
        return discharged(&unpassed) ?? explored(unpassed)
    }

    /// The findings, if looks with merged situations and conversations settle them; else `unpassed` is what they left in doubt of what
    /// must have been passed.
    private func discharged(_ unpassed: inout [UInt64]) -> ProofFindings? {
        var kept: [ReachabilityGraph] = []

        let nothing = PartitionedFixpoint.Partition(predicates: LiveSet(context.table.layout))
        let first = PartitionedFixpoint(context, nothing)
        guard first.hasAll else { return nil }
        kept.append(first.graph)
        var obligations = Obligations(evaluate(first.graph).alarms, first.graph, nothing)
        for _ in 0..<Self.maxRefinements {
            for partition in obligations.partitions.prefix(Self.maxPasses) where partition != nothing {
                let pass = PartitionedFixpoint(context, partition)
                guard pass.hasAll else { continue }
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

    /// Shows all that is in doubt by conversations, and that the rest is well; nothing if it could not.
    private func confirm(_ obligations: Obligations, _ whole: ReachabilityGraph) -> ProofFindings? {
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
            switch search.reach(goal, by: whole) {
            case .found: continue
            case .impossible: search.exclude(goal)
            case .unknown: return nil
            }
        }
        let shown = evaluate(search.graph)
        return obligations.areConfirmed(by: shown.alarms) ? shown : nil
    }

    /// The findings, by going through all situations: once for what does not depend on what was passed, and once for each thing that must
    /// have been passed, so that there are not as many situations as orders of passing them.
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
