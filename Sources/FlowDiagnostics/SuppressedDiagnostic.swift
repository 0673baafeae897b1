/// A finding that its author suppressed, for reports that include those.
package struct SuppressedDiagnostic: Hashable, Sendable {
    package let diagnostic: Diagnostic
    package let suppression: Suppression

    /// Joins a finding with the suppression that applies to it.
    package init(diagnostic: Diagnostic, suppression: Suppression) {
        self.diagnostic = diagnostic
        self.suppression = suppression
    }
}
