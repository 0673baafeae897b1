import FlowDiagnostics

/// What the checks of a proof find, each finding with the path that shows it.
struct ProofFindings {
    /// All findings so far.
    var bag: DiagnosticBag
    /// The paths.
    var counterexamples: [Counterexample] = []
    /// What conversations can show of them.
    var suspicions: [Suspicion] = []
    /// The facts that they are about.
    var facts: Set<FactID> = []

    /// Whether some are about what was passed.
    var isAboutPassing: Bool { suspicions.contains { $0.lacking != 0 } }

    /// Whether all that others say is said here too.
    func isAll(of others: ProofFindings) -> Bool {
        func key(_ diagnostic: Diagnostic) -> Key { Key(code: diagnostic.code, range: diagnostic.range) }
        return Set(bag.diagnostics.map(key)).isSuperset(of: others.bag.diagnostics.map(key))
    }

    private struct Key: Hashable {
        let code: DiagnosticCode
        let range: SourceRange?
    }
}
