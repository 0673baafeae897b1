package import FlowDiagnostics

/// The findings of the proof checks, with counterexamples.
package struct ProofFindings {
    /// All findings so far.
    package private(set) var findings: [Diagnostic] = []
    /// Their counterexamples.
    package var counterexamples: [Counterexample] = []
    /// The alarms behind them.
    package var alarms: [Alarm] = []
    /// The invariants, if they were requested.
    package internal(set) var proof = FlowProof()

    package init() {}

    package mutating func add(_ finding: Diagnostic) { findings.append(finding) }

    /// Adds the findings of another proof of the same flow.
    package mutating func add(_ others: ProofFindings) {
        findings += others.findings
        counterexamples += others.counterexamples
        alarms += others.alarms
        proof.rounds += others.proof.rounds
    }
}
