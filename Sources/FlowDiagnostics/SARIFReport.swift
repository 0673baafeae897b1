/// The findings of one compilation, for a SARIF log that may hold those of several.
package struct SARIFReport: Sendable {
    /// The files that the places count in.
    package let sources: SourceSet
    /// The findings.
    package let diagnostics: [Diagnostic]
    /// The findings that their author silenced.
    package let suppressed: [SuppressedDiagnostic]

    /// Makes a report.
    package init(sources: SourceSet, diagnostics: [Diagnostic], suppressed: [SuppressedDiagnostic]) {
        self.sources = sources
        self.diagnostics = diagnostics
        self.suppressed = suppressed
    }
}
