/// A finding that its author suppressed, for reports that include those.
package struct SuppressedDiagnostic: Hashable, Sendable {
    /// The finding.
    package let diagnostic: Diagnostic
    /// What suppresses it.
    package let suppression: Suppression

    /// Makes a suppressed finding.
    package init(diagnostic: Diagnostic, suppression: Suppression) {
        self.diagnostic = diagnostic
        self.suppression = suppression
    }
}
