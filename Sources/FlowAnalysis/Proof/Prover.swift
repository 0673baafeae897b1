import FlowDiagnostics
package import FlowModel

/// Finds out what is wrong with a flow, the fastest way first: each look at it is slower than the one before, and comes only where
/// that one did not settle the matter.
///
/// Every look with merged situations takes too much for possible, never too little. So what one of them does not find is not there, and
/// what is found is looked at once more with the facts told apart that it is about. The rest is shown by conversations.
package struct Prover {
    private let ground: ProofGround
    private let goals: [[StateID]]
    private let judge: (Product) -> ProofFindings
    private let keepsInvariants: Bool

    /// A prover for a flow.
    /// - Parameters:
    ///   - ground: the flow's facts and events.
    ///   - goals: lists of states, of each of which one must be entered.
    ///   - keepsInvariants: whether the findings come with what they follow from.
    ///   - judge: finds out how a flow is wrong that can come to a product.
    package init(
        ground: ProofGround, goals: [[StateID]], keepsInvariants: Bool = false,
        judge: @escaping (Product) -> ProofFindings
    ) {
        self.keepsInvariants = keepsInvariants
        self.ground = ground
        self.goals = goals
        self.judge = judge
    }

    /// The most often that more is told apart.
    private static let mostRounds = 5
    /// The most looks of one round.
    private static let mostLooks = 64

    /// The findings.
    package func findings() -> ProofFindings {
        var lacking = ground.passing.all
        return settled(&lacking) ?? explored(lacking)
    }

    /// The findings, if looks with merged situations and conversations settle them; else `lacking` is what they left in doubt of what
    /// must have been passed.
    private func settled(_ lacking: inout [UInt64]) -> ProofFindings? {
        var kept: [Product] = []

        let nothing = MergedExploration.Distinction(facts: LiveSet(ground.table.layout))
        let first = MergedExploration(ground, nothing)
        guard first.hasAll else { return nil }
        kept.append(first.product)
        var doubts = Doubts(judge(first.product).suspicions, first.product, nothing)
        for _ in 0..<Self.mostRounds {
            for distinction in doubts.distinctions.prefix(Self.mostLooks) where distinction != nothing {
                let look = MergedExploration(ground, distinction)
                guard look.hasAll else { continue }
                let before = (doubts.doubts.count, doubts.entered.count)
                doubts.narrow(to: judge(look.product).suspicions, look.product, distinction)
                if before != (doubts.doubts.count, doubts.entered.count) { kept.append(look.product) }
            }
            if let settled = settle(doubts, first.product) { return keeping(kept, settled) }
            lacking = doubts.lacking
            guard doubts.grow(by: ground.insertDeciding) else { return nil }
        }
        return nil
    }

    /// Shows all that is in doubt by conversations, and that the rest is well; nothing if it could not.
    private func settle(_ doubts: Doubts, _ whole: Product) -> ProofFindings? {
        let open = goals.filter { !doubts.entered.isDisjoint(with: $0) }
        var witnesses = WitnessSearch(ground, open)
        if witnesses.reachesAll(), doubts.doubts.isEmpty { return judge(Product(entered: doubts.entered)) }
        var search = GuidedSearch(ground, entered: doubts.entered)
        for doubt in doubts.doubts {
            guard case .found = search.show(doubt.suspicion, by: doubt.product) else { return nil }
        }
        for goal in witnesses.missing.sorted().map({ open[$0] }) {
            switch search.reach(goal, by: whole) {
            case .found: continue
            case .impossible: search.exclude(goal)
            case .unknown: return nil
            }
        }
        let shown = judge(search.product)
        return doubts.areAll(in: shown.suspicions) ? shown : nil
    }

    /// The findings, by going through all situations: once for what does not depend on what was passed, and once for each thing that must
    /// have been passed, so that there are not as many situations as orders of passing them.
    private func explored(_ lacking: [UInt64]) -> ProofFindings {
        var products: [Product] = []
        var all = ProofFindings()
        for followed in [0] + lacking {
            let (product, findings) = explored(followed: followed)
            products.append(product)
            all.add(findings)
        }
        return keeping(products, all)
    }

    private func explored(followed: UInt64) -> (product: Product, findings: ProofFindings) {
        let joined = Exploration(ground, .joining, followed: followed).product
        let findings = judge(joined)
        if findings.findings.isEmpty { return (joined, findings) }
        let exact = Exploration(ground, .breadthFirst, followed: followed).product
        return (exact, judge(exact))
    }

    private func keeping(_ products: [Product], _ findings: ProofFindings) -> ProofFindings {
        guard keepsInvariants else { return findings }
        var findings = findings
        let invariants = products.map { ProofInvariant($0, ground) }
        findings.proof.rounds = [FlowProof.Round(exits: ground.exits, invariants: invariants)]
        return findings
    }
}
