package import FlowAnalysis
package import FlowAnnotations
package import FlowDiagnostics
package import FlowModel

/// All checks of a flow, stage by stage: an annotated flow in, findings and the paths that show them out.
package enum FlowChecks {
    /// The checks of requests by themselves.
    static let requests: [any StaticCheck.Type] = [MissingKeys.self, UnhandledChallenges.self]

    /// The checks of what the host sees.
    static let data: [any StaticCheck.Type] = [SecretsShown.self]

    /// The checks of how a flow goes on.
    static let control: [any StaticCheck.Type] = [
        UnreachableNodes.self, NoWayToEnd.self, OverlappingTransitions.self, IncompleteChoices.self, DeadBranches.self,
        Livelock.self, UnboundedRetry.self, DroppedEvents.self,
    ]

    /// The checks of what a file declares and names.
    static let declarations: [any StaticCheck.Type] = [
        ImpossibleReplies.self, UnusedDeclarations.self, LateTimeouts.self, KeptSecrets.self,
    ]

    /// The checks of the service's half of a flow against the client's.
    static let rounds: [any StaticCheck.Type] = [UnansweredRounds.self, UnprovenRounds.self, RoundBeginnings.self]

    /// The checks of what a flow can come to. Stuck steps come before missing ways to cancel, which they explain.
    static let proofs: [any ProofCheck.Type] = [
        MissingValues.self, StaleSessions.self, UnhandledEvents.self, ForbiddenEnds.self, UnprovenTokens.self,
        StuckSteps.self, AlwaysPossible.self, UnreachedEnds.self, UnreachableBounds.self, ProofLimits.self,
    ]

    /// Those of them that are about what was passed on the way.
    static let history: [any ProofCheck.Type] = [ForbiddenEnds.self, UnprovenTokens.self]

    /// Checks a flow. A stage runs where the findings of the stages before it leave something to be found, so that one mistake
    /// brings one finding.
    /// - Parameters:
    ///   - annotated: the flow.
    ///   - keepsProof: whether the result has what the proofs found to be true of every run.
    ///   - isError: whether a finding counts as an error for this user and at its place.
    /// - Returns: all findings, and paths that show some of them.
    package static func check(
        _ annotated: AnnotatedFlow, keepsProof: Bool = false, isError: (Diagnostic) -> Bool = { $0.severity == .error }
    ) -> CheckResult {
        let subject = CheckSubject(annotated)
        let requestFindings = findings(of: requests + data, subject)
        // Where a challenge is not taken, nodes behind it are not reached either.
        let isTaken = !requestFindings.contains { $0.code == .unhandledChallenge && isError($0) }
        let controlFlowFindings = findings(
            of: isTaken ? control : control.filter { $0 != UnreachableNodes.self }, subject)
        guard !controlFlowFindings.contains(where: isError) else {
            return CheckResult(findings: requestFindings + controlFlowFindings)
        }
        let declarationFindings = findings(of: declarations + rounds, subject)
        let before = requestFindings + controlFlowFindings + declarationFindings
        guard !before.contains(where: isError) else { return CheckResult(findings: before) }
        let proven = Proof.findings(of: proofs, subject, keepsInvariants: keepsProof)
        return CheckResult(
            findings: before + proven.findings, counterexamples: proven.counterexamples,
            secretInputs: subject.analyses.taint.secretInputs, proof: keepsProof ? proven.proof : nil)
    }

    /// The findings of the checks of how a flow goes on, by themselves.
    package static func controlFindings(_ annotated: AnnotatedFlow) -> [Diagnostic] {
        findings(of: control, CheckSubject(annotated))
    }

    private static func findings(of checks: [any StaticCheck.Type], _ subject: CheckSubject) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        for check in checks { check.check(subject, &findings) }
        return findings
    }
}

/// The findings of all checks of a flow.
package struct CheckResult: Sendable {
    /// The findings, in the order of the checks.
    package var findings: [Diagnostic]
    /// Paths that show findings.
    package var counterexamples: [Counterexample] = []
    /// By state with a request or a handler: the positions of the inputs that can be secret. Only of flows that come to their proofs.
    package var secretInputs: [StateID: [Int]] = [:]
    /// What the proofs found to be true of every run, if that was asked for and they were come to.
    package var proof: FlowProof?
}

extension FlowChecks {
    /// The codes about how a flow goes on.
    package static let controlCodes = codes(of: control)
    /// The codes about what the host sees.
    package static let dataCodes = codes(of: data)
    /// The codes about rounds.
    package static let roundCodes = codes(of: rounds)
    /// The codes about what a flow can come to, those about its requests and its declarations first.
    package static let proofCodes = codes(of: requests + declarations + proofs).filter { !controlCodes.contains($0) }
    /// The codes of all checks, each once.
    package static let allCodes = dataCodes + controlCodes + proofCodes + roundCodes

    private static func codes(of checks: [any FlowCheck.Type]) -> [DiagnosticCode] {
        var result: [DiagnosticCode] = []
        for code in checks.flatMap({ $0.codes }) where !result.contains(code) { result.append(code) }
        return result
    }
}
