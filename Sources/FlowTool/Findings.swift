package import FlowDiagnostics
package import SystemPackage

/// Writes findings for users, and inspects them.
package enum Findings {
    /// Writes findings to standard output or standard error, with colors on a terminal.
    package static func write(_ diagnostics: [Diagnostic], in sources: SourceSet, to output: FileDescriptor) {
        guard !diagnostics.isEmpty else { return }
        let renderer = TerminalRenderer(usesColors: Console.hasColor(output))
        let text = SafeText(rendered: renderer.render(diagnostics, in: sources))
        if output == .standardOutput { Console.out(text) } else { Console.error(text) }
    }

    /// Returns whether any finding is an error.
    package static func hasErrors(_ diagnostics: [Diagnostic]) -> Bool {
        diagnostics.contains { $0.severity == .error }
    }
}
