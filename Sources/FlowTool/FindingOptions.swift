package import ArgumentParser
package import FlowCompiler
package import FlowDiagnostics

/// The options about findings of all commands that compile.
package struct FindingOptions: ParsableArguments {
    /// Whether every warning counts as an error.
    @Flag(help: "Treat every warning as an error.")
    package var warningsAsErrors = false

    /// The severities that the user set for codes.
    @Option(
        name: .customLong("severity"),
        help: ArgumentHelp("Set the severity of a finding: error, warning or ignored.", valueName: "code=severity"))
    package var severitySettings: [SeverityWish] = []

    /// Creates the default options.
    package init() {}

    /// Checks that the user set only the severities of known codes.
    /// - Throws: `ValidationError` about the first unknown code, which suggests similar codes.
    package func validate() throws {
        for setting in severitySettings where !DiagnosticPages.codes.contains(setting.code) {
            throw DiagnosticPages.unknownCodeError(setting.code)
        }
    }

    /// The compiler's options, with the severities that the user set.
    package var compilerOptions: CompilerOptions {
        var severities = SeverityOverrides(warningsAsErrors: warningsAsErrors)
        for setting in severitySettings {
            severities.byCode[DiagnosticCode(rawValue: setting.code)] = setting.severity
        }
        return CompilerOptions(severities: severities)
    }
}

/// The severity that the user set for a code, written as `code=severity`.
package struct SeverityWish: ExpressibleByArgument {
    package let code: String
    /// The severity for the code.
    package let severity: Severity

    /// Parses `code=severity`, or returns nil if the text has another form or the severity is unknown.
    package init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let severity = Severity(rawValue: String(parts[1])) else {
            return nil
        }
        code = String(parts[0])
        self.severity = severity
    }
}
