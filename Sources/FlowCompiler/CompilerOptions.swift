package import FlowDiagnostics
package import FlowSyntax

/// The options of a compilation.
package struct CompilerOptions: Sendable {
    /// The severities that the user chose.
    package var severities: SeverityOverrides
    /// The limits of files.
    package var limits: ParseLimits

    /// Creates options, by default those of the command-line tool.
    package init(severities: SeverityOverrides = SeverityOverrides(), limits: ParseLimits = ParseLimits()) {
        self.severities = severities
        self.limits = limits
    }
}
