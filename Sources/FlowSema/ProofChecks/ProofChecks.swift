package import FlowDiagnostics
package import FlowModel

/// The checks of what a flow can come to with the service, the data and the host that it has. They run on flows whose shape was
/// found good, so that nothing is told twice.
package enum ProofChecks {
    /// Adds what all checks find.
    package static func run(_ flow: CheckedFlow, _ map: SourceMap, _ facts: FlowFacts, _ bag: inout DiagnosticBag)
        -> [Counterexample]
    {
        let before = bag.errorCount
        MissingKeys.check(flow, map, facts, &bag)
        UnhandledChallenges.check(flow, map, facts, &bag)
        ImpossibleReplies.check(map, &bag)
        UnusedDeclarations.check(flow, map, &bag)
        LateTimeouts.check(flow, map, &bag)
        guard bag.errorCount == before else { return [] }
        let forbidden = forbiddenEnds(map)
        let passing = PassingBits(flow, map, forbidden.map(\.passing))
        let ground = ProofGround(flow, map, facts.solver, passing)
        func judge(_ product: Product, _ bag: DiagnosticBag) -> ProofFindings {
            self.judge(Proof(ground, map, forbidden, product), facts, bag)
        }
        // Each look is slower than the one before and comes only where that one has found something.
        if holds(ground, judge), reachesAll(ground, map, facts) { return [] }
        guard !judge(Exploration(ground, .joining).product, DiagnosticBag()).bag.isEmpty else { return [] }
        let findings = judge(Exploration(ground, .breadthFirst).product, bag)
        bag = findings.bag
        return findings.counterexamples
    }

    /// The most often that what findings are about is told apart.
    private static let mostRounds = 4

    /// Whether few situations for each state are enough to find nothing wrong.
    private static func holds(_ ground: ProofGround, _ judge: (Product, DiagnosticBag) -> ProofFindings) -> Bool {
        var distinction = MergedExploration.Distinction(facts: LiveSet(ground.table.layout))
        for _ in 0..<mostRounds {
            let exploration = MergedExploration(ground, distinction)
            guard exploration.isComplete else { return false }
            let findings = judge(exploration.product, DiagnosticBag())
            if findings.bag.isEmpty { return true }
            let before = distinction
            findings.facts.forEach { distinction.facts.insert($0) }
            if findings.isAboutPassing { distinction.passed = true }
            guard distinction != before else { return false }
        }
        return false
    }

    private static func reachesAll(_ ground: ProofGround, _ map: SourceMap, _ facts: FlowFacts) -> Bool {
        var search = WitnessSearch(ground, UnreachedEnds.goals(ground.flow, map, facts).map(\.states))
        return search.reachesAll()
    }

    private static func forbiddenEnds(_ map: SourceMap) -> [Proof.Forbidden] {
        var result: [Proof.Forbidden] = []
        for case .never(let end, let passing, let names) in map.assertions where result.count < PassingBits.most {
            let bit: UInt64 = 1 << UInt64(result.count)
            result.append(Proof.Forbidden(end: end, bit: bit, names: names, passing: passing))
        }
        return result
    }

    private static func judge(_ proof: Proof, _ facts: FlowFacts, _ bag: DiagnosticBag) -> ProofFindings {
        var findings = ProofFindings(bag: bag)
        MissingValues.check(proof, &findings)
        StaleSessions.check(proof, &findings)
        UntakenAnswers.check(proof, &findings)
        ForbiddenEnds.check(proof, &findings)
        UnprovenTokens.check(proof, &findings)
        AlwaysPossible.check(proof, &findings)
        StuckSteps.check(proof, facts, &findings)
        UnreachedEnds.check(proof, facts, &findings)
        UnreachedLimits.check(proof, &findings)
        ProofLimits.check(proof, &findings)
        return findings
    }
}
