/// The findings of one compilation, for a SARIF log.
package struct SARIFReport: Sendable {
    /// The files that the locations refer to.
    package let sources: SourceSet
    package let diagnostics: [Diagnostic]
    package let suppressed: [SuppressedDiagnostic]

    /// Creates a report from the result of a compilation.
    package init(sources: SourceSet, diagnostics: [Diagnostic], suppressed: [SuppressedDiagnostic]) {
        self.sources = sources
        self.diagnostics = diagnostics
        self.suppressed = suppressed
    }
}
