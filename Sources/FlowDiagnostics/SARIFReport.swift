/// The findings of one compilation, for a SARIF log of several.
package struct SARIFReport: Sendable {
    /// The files that the locations refer to.
    package let sources: SourceSet
    /// The findings.
    package let diagnostics: [Diagnostic]
    /// The suppressed findings.
    package let suppressed: [SuppressedDiagnostic]

    /// Creates a report.
    package init(sources: SourceSet, diagnostics: [Diagnostic], suppressed: [SuppressedDiagnostic]) {
        self.sources = sources
        self.diagnostics = diagnostics
        self.suppressed = suppressed
    }
}
