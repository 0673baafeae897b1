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
        let proof = Proof(flow, map, facts.solver)
        var findings = ProofFindings(bag: bag)
        MissingValues.check(proof, &findings)
        StaleSessions.check(proof, &findings)
        UntakenAnswers.check(proof, &findings)
        ForbiddenEnds.check(proof, &findings)
        UnprovenTokens.check(proof, &findings)
        AlwaysPossible.check(proof, &findings)
        StuckSteps.check(proof, &findings)
        UnreachedEnds.check(proof, facts, &findings)
        UnreachedLimits.check(proof, &findings)
        ProofLimits.check(proof, &findings)
        bag = findings.bag
        return findings.counterexamples
    }
}
