import FlowDiagnostics

/// What the checks of a proof find, each finding with the path that shows it.
struct ProofFindings {
    /// All findings so far.
    var bag: DiagnosticBag
    /// The paths.
    var counterexamples: [Counterexample] = []
    /// What conversations can show of them.
    var suspicions: [Suspicion] = []
}
