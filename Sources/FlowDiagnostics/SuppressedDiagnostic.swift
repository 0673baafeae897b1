/// A finding that its author suppressed, for reports that include those.
package struct SuppressedDiagnostic: Hashable, Sendable {
    /// The finding.
    package let diagnostic: Diagnostic
    /// The suppression.
    package let suppression: Suppression

    /// Creates a suppressed finding.
    package init(diagnostic: Diagnostic, suppression: Suppression) {
        self.diagnostic = diagnostic
        self.suppression = suppression
    }
}
