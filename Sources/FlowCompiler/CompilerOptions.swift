package import FlowDiagnostics
package import FlowSyntax

/// The options of a compilation.
package struct CompilerOptions: Sendable {
    /// The severities that the user chose.
    package var severities: SeverityOverrides
    /// The limits of files.
    package var limits: ParseLimits
    /// Whether the grammar also validates the root file, after the structural checks.
    ///
    /// Like an assertion, this validation finds only defects of the compiler.
    package var usesGrammar: Bool

    /// Creates options, by default the options of the command-line tool.
    package init(
        severities: SeverityOverrides = SeverityOverrides(), limits: ParseLimits = ParseLimits(),
        usesGrammar: Bool = false
    ) {
        self.severities = severities
        self.limits = limits
        self.usesGrammar = usesGrammar
    }
}
