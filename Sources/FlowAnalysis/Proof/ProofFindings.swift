package import FlowDiagnostics

/// The findings of the checks of a proof, with the paths that show them.
package struct ProofFindings {
    /// All findings so far.
    package private(set) var findings: [Diagnostic] = []
    /// The paths.
    package var counterexamples: [Counterexample] = []
    /// The parts of them that conversations can show.
    package var alarms: [Alarm] = []
    /// What was found to be true of every run; empty if nobody asked for it.
    package internal(set) var proof = FlowProof()

    /// No findings.
    package init() {}

    /// Adds a finding.
    package mutating func add(_ finding: Diagnostic) { findings.append(finding) }

    /// Adds the findings of another proof of the same flow, with their paths.
    package mutating func add(_ others: ProofFindings) {
        findings += others.findings
        counterexamples += others.counterexamples
        alarms += others.alarms
        proof.rounds += others.proof.rounds
    }
}
