/// A finding that its author silenced, for reports that show those too.
package struct SuppressedDiagnostic: Hashable, Sendable {
    /// The finding.
    package let diagnostic: Diagnostic
    /// What silenced it.
    package let suppression: Suppression

    /// Makes a silenced finding.
    package init(diagnostic: Diagnostic, suppression: Suppression) {
        self.diagnostic = diagnostic
        self.suppression = suppression
    }
}
