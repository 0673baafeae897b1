package import FlowDiagnostics
package import FlowSyntax

/// The options of a compilation.
package struct CompilerOptions: Sendable {
    /// Severities that differ from those of the codes.
    package var severities: SeverityOverrides
    /// Bounds on what is read.
    package var limits: ParseLimits
    /// Whether the file at hand is held against the grammar too, after the compiler's own checks. Like an assertion, this shows
    /// faults of the compiler only.
    package var usesGrammar: Bool

    /// Options; the defaults are those of the tool.
    package init(
        severities: SeverityOverrides = SeverityOverrides(), limits: ParseLimits = ParseLimits(),
        usesGrammar: Bool = false
    ) {
        self.severities = severities
        self.limits = limits
        self.usesGrammar = usesGrammar
    }
}
