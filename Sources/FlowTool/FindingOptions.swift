package import ArgumentParser
package import FlowCompiler
package import FlowDiagnostics

/// Options of all commands that compile.
package struct FindingOptions: ParsableArguments {
    /// Whether every warning counts as an error.
    @Flag(help: "Treat every warning as an error.")
    package var warningsAsErrors = false

    /// The user's severities of single codes.
    @Option(
        name: .customLong("severity"),
        help: ArgumentHelp("Set the severity of a finding: error, warning or ignored.", valueName: "code=severity"))
    package var wishes: [SeverityWish] = []

    /// Creates the default options.
    package init() {}

    /// Rejects severities of unknown codes.
    /// - Throws: `ValidationError` with similar codes.
    package func validate() throws {
        for wish in wishes where !DiagnosticPages.codes.contains(wish.code) {
            throw DiagnosticPages.unknown(wish.code)
        }
    }

    /// The options for the compiler.
    package var compilerOptions: CompilerOptions {
        var severities = SeverityOverrides(warningsAsErrors: warningsAsErrors)
        for wish in wishes { severities.byCode[DiagnosticCode(rawValue: wish.code)] = wish.severity }
        return CompilerOptions(severities: severities)
    }
}

/// The user's severity of one code, as `code=severity`.
package struct SeverityWish: ExpressibleByArgument {
    package let code: String
    /// The code's severity.
    package let severity: Severity

    /// Parses `code=severity`.
    package init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let severity = Severity(rawValue: String(parts[1])) else {
            return nil
        }
        code = String(parts[0])
        self.severity = severity
    }
}
