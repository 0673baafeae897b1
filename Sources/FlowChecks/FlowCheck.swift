import FlowAnalysis
package import FlowDiagnostics

/// A check: its codes, its rule, its logic and its words, all in one file.
///
/// To add a check, write its file and one line in the list of its stage in ``FlowChecks``.
package protocol FlowCheck: SendableMetatype {
    /// The codes that it reports.
    static var codes: [DiagnosticCode] { get }
}

/// A check of a flow as it is written, in near linear time.
protocol StaticCheck: FlowCheck {
    /// Adds a finding for each place that breaks the rule.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic])
}

/// A check of everything that a flow can come to with its service, its data and its host.
protocol ProofCheck: FlowCheck {
    /// Adds a finding for each place that breaks the rule, with a path that shows it.
    static func check(_ proof: Proof, _ findings: inout ProofFindings)
}
