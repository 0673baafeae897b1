import FlowDiagnostics

/// What the checks of a proof find, each finding with the path that shows it.
struct ProofFindings {
    /// All findings so far.
    var bag: DiagnosticBag
    /// The paths.
    var counterexamples: [Counterexample] = []
    /// The facts that findings are about.
    var facts: Set<FactID> = []
    /// Whether some are about what was passed.
    var isAboutPassing = false
}
