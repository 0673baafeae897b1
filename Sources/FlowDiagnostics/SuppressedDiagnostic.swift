/// A finding that its author suppressed, for reports that include those.
package struct SuppressedDiagnostic: Hashable, Sendable {
    package let diagnostic: Diagnostic
    package let suppression: Suppression

    /// Creates a suppressed finding.
    package init(diagnostic: Diagnostic, suppression: Suppression) {
        self.diagnostic = diagnostic
        self.suppression = suppression
    }
}
