import ArgumentParser
import FlowCompiler
import FlowDiagnostics

/// Options of all commands that compile.
struct FindingOptions: ParsableArguments {
    @Flag(help: "Treat every warning as an error.")
    var warningsAsErrors = false

    @Option(
        name: .customLong("severity"),
        help: ArgumentHelp("The weight of a warning: error, warning or ignored.", valueName: "code=weight"))
    var wishes: [SeverityWish] = []

    func validate() throws {
        for wish in wishes where !DiagnosticPages.codes.contains(wish.code) {
            throw DiagnosticPages.unknown(wish.code)
        }
    }

    /// The options for the compiler.
    var compilerOptions: CompilerOptions {
        var severities = SeverityOverrides(warningsAsErrors: warningsAsErrors)
        for wish in wishes { severities.byCode[DiagnosticCode(rawValue: wish.code)] = wish.severity }
        return CompilerOptions(severities: severities)
    }
}

/// A wish of the user about one code, as `code=weight`.
struct SeverityWish: ExpressibleByArgument {
    let code: String
    let severity: Severity

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let severity = Severity(rawValue: String(parts[1])) else {
            return nil
        }
        code = String(parts[0])
        self.severity = severity
    }
}
