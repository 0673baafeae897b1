package import FlowAnnotations
package import FlowDiagnostics
package import FlowModel

/// The checks of what a flow can come to with the service, the data and the host that it has. They run on flows whose shape was
/// found good, so that nothing is told twice.
package enum ProofChecks {
    /// Adds what is wrong with requests by themselves: keys that they lack, and challenges that nothing takes.
    /// - Returns: whether every challenge is taken. Where one is not, nodes behind it are not reached either.
    static func checkRequests(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ facts: FlowFacts, _ bag: inout DiagnosticBag
    )
        -> Bool
    {
        MissingKeys.check(flow, annotations, facts, &bag)
        let before = bag.errorCount
        UnhandledChallenges.check(flow, annotations, facts, &bag)
        return bag.errorCount == before
    }

    /// Adds what all checks find, apart from those of requests by themselves. Nothing is proven of a flow with errors.
    package static func run(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ facts: FlowFacts, _ bag: inout DiagnosticBag
    )
        -> [Counterexample]
    {
        ImpossibleReplies.check(annotations, &bag)
        UnusedDeclarations.check(flow, annotations, &bag)
        LateTimeouts.check(flow, annotations, &bag)
        UnansweredRounds.check(flow, annotations, facts, &bag)
        UnprovenRounds.check(annotations, &bag)
        RoundBeginnings.check(flow, annotations, facts, &bag)
        guard !bag.hasErrors else { return [] }
        let forbidden = forbiddenEnds(annotations)
        let passing = PassingBits(flow, annotations, forbidden.map(\.passing))
        let ground = ProofGround(flow, annotations, facts.solver, passing)
        let goals = UnreachedEnds.goals(flow, annotations, facts)
        let prover = Prover(
            ground: ground, judge: { judge(Proof(ground, annotations, forbidden, $0), facts, goals) },
            goals: goals.map(\.states))
        let findings = prover.findings()
        bag.add(contentsOf: findings.bag.diagnostics)
        return findings.counterexamples
    }

    private static func forbiddenEnds(_ annotations: FlowAnnotations) -> [Proof.Forbidden] {
        var result: [Proof.Forbidden] = []
        for case .never(let end, let passing, let names) in annotations.statements.assertions
        where result.count < PassingBits.most {
            let bit: UInt64 = 1 << UInt64(result.count)
            result.append(Proof.Forbidden(end: end, bit: bit, names: names, passing: passing))
        }
        return result
    }

    private static func judge(_ proof: Proof, _ facts: FlowFacts, _ goals: [UnreachedEnds.Goal]) -> ProofFindings {
        var findings = ProofFindings(bag: DiagnosticBag())
        MissingValues.check(proof, &findings)
        StaleSessions.check(proof, &findings)
        UntakenAnswers.check(proof, &findings)
        ForbiddenEnds.check(proof, &findings)
        UnprovenTokens.check(proof, &findings)
        StuckSteps.check(proof, facts, &findings)
        AlwaysPossible.check(proof, &findings)
        UnreachedEnds.check(proof, goals, &findings)
        UnreachedLimits.check(proof, &findings)
        ProofLimits.check(proof, &findings)
        return findings
    }
}
