import FlowAnalysis
package import FlowDiagnostics

/// A check of a flow: one file with its rule, its logic, its messages and its codes.
///
/// To add a check, write the file, and add the type to the list of its stage in ``FlowChecks``.
package protocol FlowCheck: SendableMetatype {
    /// The codes of the findings that the check reports.
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
