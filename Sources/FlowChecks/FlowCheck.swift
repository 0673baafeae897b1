import FlowAnalysis
package import FlowDiagnostics

/// A check: its codes, its rule, its logic and its messages, all in one file.
///
/// To add a check, write its file and one line in the list of its stage in ``FlowChecks``.
package protocol FlowCheck: SendableMetatype {
    /// The codes that it reports.
    static var codes: [DiagnosticCode] { get }
}

/// A check of the flow's structure, in near linear time.
protocol StaticCheck: FlowCheck {
    /// Adds a finding for each violation.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic])
}

/// A check of the flow's reachable states.
protocol ProofCheck: FlowCheck {
    /// Adds a finding for each violation, with a counterexample.
    static func check(_ proof: Proof, _ findings: inout ProofFindings)
}
