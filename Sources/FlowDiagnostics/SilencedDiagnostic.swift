/// A finding that its author silenced, for reports that show those too.
package struct SilencedDiagnostic: Hashable, Sendable {
    /// The finding.
    package let diagnostic: Diagnostic
    /// What silenced it.
    package let silencing: Silencing

    /// Makes a silenced finding.
    package init(diagnostic: Diagnostic, silencing: Silencing) {
        self.diagnostic = diagnostic
        self.silencing = silencing
    }
}
