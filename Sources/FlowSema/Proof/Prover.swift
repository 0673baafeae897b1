import FlowDiagnostics
import FlowModel

/// Finds out what is wrong with a flow, the fastest way first: each look at it is slower than the one before, and comes only where
/// that one did not settle the matter.
struct Prover {
    let ground: ProofGround
    /// What is wrong with a flow, by what it can come to.
    let judge: (Product) -> ProofFindings
    /// Lists of states, of each of which one must be entered.
    let goals: [[StateID]]

    /// The most often that more is told apart.
    private static let mostRounds = 5

    /// What is wrong.
    func findings() -> ProofFindings {
        var distinction = MergedExploration.Distinction(facts: LiveSet(ground.table.layout))
        for _ in 0..<Self.mostRounds {
            let exploration = MergedExploration(ground, distinction)
            guard exploration.isComplete else { break }
            let findings = judge(exploration.product)
            var isAboutMore = distinction
            findings.facts.forEach { isAboutMore.facts.insert($0) }
            if findings.isAboutPassing { isAboutMore.passed = true }
            if isAboutMore == distinction {
                if let settled = settle(findings, exploration.product) { return settled }
                ground.insertDeciding(&isAboutMore.facts)
                if isAboutMore == distinction { break }
            }
            distinction = isAboutMore
        }
        let findings = judge(Exploration(ground, .joining).product)
        return findings.bag.isEmpty ? findings : judge(Exploration(ground, .breadthFirst).product)
    }

    /// Shows everything that was found by conversations, and that the rest is well; nothing if it could not.
    private func settle(_ findings: ProofFindings, _ product: Product) -> ProofFindings? {
        let open = goals.filter { !product.entered.isDisjoint(with: $0) }
        var witnesses = WitnessSearch(ground, open)
        let isReached = witnesses.reachesAll()
        if isReached, findings.bag.isEmpty { return findings }
        var search = GuidedSearch(ground, by: product)
        for suspicion in findings.suspicions { guard case .found = search.show(suspicion) else { return nil } }
        for goal in witnesses.missing.sorted().map({ open[$0] }) {
            switch search.reach(goal) {
            case .found: continue
            case .impossible: search.exclude(goal)
            case .unknown: return nil
            }
        }
        let shown = judge(search.product)
        return shown.isAll(of: findings) ? shown : nil
    }
}
