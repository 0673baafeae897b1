package import ArgumentParser
package import FlowCompiler
package import FlowDiagnostics

/// Options of all commands that compile.
package struct FindingOptions: ParsableArguments {
    /// Whether every warning counts as an error.
    @Flag(help: "Treat every warning as an error.")
    package var warningsAsErrors = false

    /// What the user wishes of single codes.
    @Option(
        name: .customLong("severity"),
        help: ArgumentHelp("The weight of a warning: error, warning or ignored.", valueName: "code=weight"))
    package var wishes: [SeverityWish] = []

    /// The defaults.
    package init() {}

    /// Refuses wishes about codes that no finding has.
    /// - Throws: `ValidationError` with near names.
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

/// A wish of the user about one code, as `code=weight`.
package struct SeverityWish: ExpressibleByArgument {
    /// The code.
    package let code: String
    /// The weight that it is to have.
    package let severity: Severity

    /// Reads `code=weight`.
    package init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let severity = Severity(rawValue: String(parts[1])) else {
            return nil
        }
        code = String(parts[0])
        self.severity = severity
    }
}
