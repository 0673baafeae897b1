package import FlowAnalysis
package import FlowDiagnostics
package import FlowIR

/// Runs all checks of a flow, stage by stage.
package enum FlowChecks {
    static let requests: [any StaticCheck.Type] = [MissingKeys.self, UnhandledChallenges.self]

    /// The checks of the values that the host sees.
    static let data: [any StaticCheck.Type] = [SecretsShown.self, UncheckedTokens.self]

    static let control: [any StaticCheck.Type] = [
        UnreachableNodes.self, NoWayToEnd.self, OverlappingTransitions.self, IncompleteChoices.self, DeadBranches.self,
        Livelock.self, UnboundedRetry.self, DroppedEvents.self,
    ]

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

    /// Checks a flow. The proofs run only if the static checks find no error, so that one mistake causes one finding.
    ///
    /// - Parameters:
    ///   - annotated: the flow, with the locations and declarations that the checks need
    ///   - secrets: if dead secrets were cleared in the flow, the analysis that found them. Its results still hold.
    ///   - keepsProof: whether the result contains the invariants
    ///   - isError: tests whether a finding is an error, with the severities that the user has set
    /// - Returns: the findings of the checks that ran, and the verified flow if the proofs ran without an error
    package static func check(
        _ annotated: AnnotatedFlow, secrets: DeadSecretElimination? = nil, keepsProof: Bool = false,
        isError: (Diagnostic) -> Bool = { $0.severity == .error }
    ) -> CheckResult {
        let subject = CheckSubject(annotated, secrets: secrets)
        let staticFindings = staticFindings(subject, isError)
        guard !staticFindings.contains(where: isError) else {
            return CheckResult(findings: staticFindings, flow: annotated.flow)
        }
        let proven = Proof.findings(of: proofs, subject, keepsInvariants: keepsProof)
        let flow = annotated.flow.hiding(subject.analyses.taint.secretInputs)
        return CheckResult(
            findings: staticFindings + proven.findings, counterexamples: proven.counterexamples, flow: flow,
            verified: proven.findings.contains(where: isError) ? nil : VerifiedFlow(flow),
            proof: keepsProof ? proven.proof : nil)
    }

    /// Runs the static checks of a flow, but those of declarations and rounds only if control flow has no error.
    private static func staticFindings(_ subject: CheckSubject, _ isError: (Diagnostic) -> Bool) -> [Diagnostic] {
        let requestFindings = findings(of: requests + data, subject)
        // If a challenge has no node, the nodes after it are unreachable, too. Report only the challenge.
        let handlesChallenges = !requestFindings.contains { $0.code == .unhandledChallenge && isError($0) }
        let controlChecks = handlesChallenges ? control : control.filter { $0 != UnreachableNodes.self }
        let controlFindings = findings(of: controlChecks, subject)
        if controlFindings.contains(where: isError) { return requestFindings + controlFindings }
        return requestFindings + controlFindings + findings(of: declarations + rounds, subject)
    }

    /// Returns the findings of the control flow checks only.
    package static func controlFindings(_ annotated: AnnotatedFlow) -> [Diagnostic] {
        findings(of: control, CheckSubject(annotated))
    }

    /// Runs static checks on a flow in order, and returns their findings.
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
    package var counterexamples: [Counterexample] = []
    /// The flow. If the proofs ran, inputs of requests and handlers that can be secret are marked.
    package var flow: LoweredFlow
    /// The flow for the emission of a table, or nil if a finding is an error.
    package var verified: VerifiedFlow?
    /// The invariants, or nil if they were not requested or a static check found an error.
    package var proof: FlowProof?
}

/// A flow without errors, from which the compiler can emit a table.
///
/// ``FlowChecks/check(_:secrets:keepsProof:isError:)`` creates it, so its users need not check it again. Only tests,
/// and the page that shows what goes wrong in a flow with errors, create it from an unchecked or refuted flow.
package struct VerifiedFlow: Sendable {
    package let flow: LoweredFlow

    /// Creates a verified flow from one that has passed all checks.
    fileprivate init(_ flow: LoweredFlow) { self.flow = flow }

    /// Creates a verified flow from one that no check has seen. Only tests, which write flows by hand, may do this.
    package init(unverified flow: LoweredFlow) { self.flow = flow }

    /// Creates a verified flow from one that a proof has refuted. Only the page about its faults may do this.
    package init(refuted flow: LoweredFlow) { self.flow = flow }

    /// The flow without unreachable states and their transitions.
    package var pruned: VerifiedFlow { VerifiedFlow(flow.pruned) }
}

extension FlowChecks {
    private static let controlCodes = codes(of: control)
    /// The codes of the checks of requests, declarations and reachable states, without the control flow checks' codes.
    package static let proofCodes = codes(of: requests + declarations + proofs).filter { !controlCodes.contains($0) }

    /// Returns the codes of checks, each once and in order.
    private static func codes(of checks: [any FlowCheck.Type]) -> [DiagnosticCode] {
        var result: [DiagnosticCode] = []
        for code in checks.flatMap({ $0.codes }) where !result.contains(code) { result.append(code) }
        return result
    }
}
