package import FlowAnalysis
package import FlowAnnotations
package import FlowDiagnostics
package import FlowModel

/// Runs all checks of a flow, stage by stage.
package enum FlowChecks {
    /// The checks of requests.
    static let requests: [any StaticCheck.Type] = [MissingKeys.self, UnhandledChallenges.self]

    /// The checks of the values that the host sees.
    static let data: [any StaticCheck.Type] = [SecretsShown.self]

    /// The checks of control flow.
    static let control: [any StaticCheck.Type] = [
        UnreachableNodes.self, NoWayToEnd.self, OverlappingTransitions.self, IncompleteChoices.self, DeadBranches.self,
        Livelock.self, UnboundedRetry.self, DroppedEvents.self,
    ]

    /// The checks of declarations.
    static let declarations: [any StaticCheck.Type] = [
        ImpossibleReplies.self, UnusedDeclarations.self, LateTimeouts.self, KeptSecrets.self, BrokenHappyPaths.self,
    ]

    /// The checks that compare the service's rounds with the client's calls.
    static let rounds: [any StaticCheck.Type] = [UnansweredRounds.self, UnprovenRounds.self, RoundBeginnings.self]

    /// The checks of reachable states. `StuckSteps` precedes `AlwaysPossible`, which omits the steps reported there.
    static let proofs: [any ProofCheck.Type] = [
        MissingValues.self, StaleSessions.self, UnhandledEvents.self, ForbiddenEnds.self, UnprovenTokens.self,
        StuckSteps.self, AlwaysPossible.self, UnreachedEnds.self, UnreachableBounds.self, ProofLimits.self,
    ]

    /// The proof checks that depend on history variables.
    static let history: [any ProofCheck.Type] = [ForbiddenEnds.self, UnprovenTokens.self]

    /// Checks a flow, and returns the findings of the stages that ran.
    ///
    /// A stage runs only if the earlier stages found no error, so that one mistake causes one finding. `isError` tests
    /// whether a finding is an error, with the severities that the user has set. If `keepsProof` is true, the result
    /// contains the invariants.
    package static func check(
        _ annotated: AnnotatedFlow, keepsProof: Bool = false, isError: (Diagnostic) -> Bool = { $0.severity == .error }
    ) -> CheckResult {
        let subject = CheckSubject(annotated)
        let requestFindings = findings(of: requests + data, subject)
        // An unhandled challenge also makes the nodes after it unreachable.
        let handlesChallenges = !requestFindings.contains { $0.code == .unhandledChallenge && isError($0) }
        let controlFlowFindings = findings(
            of: handlesChallenges ? control : control.filter { $0 != UnreachableNodes.self }, subject)
        guard !controlFlowFindings.contains(where: isError) else {
            return CheckResult(findings: requestFindings + controlFlowFindings)
        }
        let declarationFindings = findings(of: declarations + rounds, subject)
        let staticFindings = requestFindings + controlFlowFindings + declarationFindings
        guard !staticFindings.contains(where: isError) else { return CheckResult(findings: staticFindings) }
        let proven = Proof.findings(of: proofs, subject, keepsInvariants: keepsProof)
        return CheckResult(
            findings: staticFindings + proven.findings, counterexamples: proven.counterexamples,
            secretInputs: subject.analyses.taint.secretInputs, proof: keepsProof ? proven.proof : nil)
    }

    /// Returns the findings of the control flow checks only.
    package static func controlFindings(_ annotated: AnnotatedFlow) -> [Diagnostic] {
        findings(of: control, CheckSubject(annotated))
    }

    /// Runs checks, and returns their findings.
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
    /// The counterexamples of the proof checks.
    package var counterexamples: [Counterexample] = []
    /// By state with a request or a handler: the positions of inputs that can be secret.
    ///
    /// This is empty if an earlier stage found an error.
    package var secretInputs: [StateID: [Int]] = [:]
    /// The invariants, or nil if they were not requested or an earlier stage found an error.
    package var proof: FlowProof?
}

extension FlowChecks {
    /// The codes of the checks of control flow.
    private static let controlCodes = codes(of: control)
    /// The codes of the checks of requests, declarations and reachable states, except those of control flow.
    package static let proofCodes = codes(of: requests + declarations + proofs).filter { !controlCodes.contains($0) }

    /// Returns the codes of checks, each once.
    private static func codes(of checks: [any FlowCheck.Type]) -> [DiagnosticCode] {
        var result: [DiagnosticCode] = []
        for code in checks.flatMap({ $0.codes }) where !result.contains(code) { result.append(code) }
        return result
    }
}
