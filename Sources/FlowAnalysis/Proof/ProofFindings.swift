package import FlowDiagnostics

/// The findings of the proof checks, with counterexamples and alarms.
package struct ProofFindings {
    /// The findings so far.
    package private(set) var findings: [Diagnostic] = []
    package var counterexamples: [Counterexample] = []
    /// The alarms that led to findings.
    package var alarms: [Alarm] = []
    /// The invariants, or an empty proof if they were not requested.
    package internal(set) var proof = FlowProof()

    package init() {}

    package mutating func add(_ finding: Diagnostic) { findings.append(finding) }

    /// Adds the findings of another proof of the same flow, with their counterexamples, alarms and rounds.
    package mutating func add(_ others: ProofFindings) {
        findings += others.findings
        counterexamples += others.counterexamples
        alarms += others.alarms
        proof.rounds += others.proof.rounds
    }
}
