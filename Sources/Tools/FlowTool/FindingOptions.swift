package import ArgumentParser
package import FlowCompiler
package import FlowDiagnostics
package import SystemPackage

/// The options about findings of all commands that compile.
package struct FindingOptions: ParsableArguments {
    /// Whether every warning counts as an error, except errors that the user makes warnings.
    @Flag(help: "Treat every warning as an error, except errors that --severity makes warnings.")
    package var warningsAsErrors = false

    /// The severities that the user set for codes.
    @Option(
        name: .customLong("severity"),
        help: ArgumentHelp(
            "Set the severity of the findings with a code: error, warning or ignored.", valueName: "code=severity"))
    package var severitySettings: [SeveritySetting] = []

    package init() {}

    /// Checks that the user set only severities that known codes can have.
    /// - Throws: `ValidationError` about the first other setting. For an unknown code, it suggests similar codes.
    package func validate() throws {
        for setting in severitySettings {
            guard let code = DiagnosticCode.allCodes.first(where: { $0.rawValue == setting.code }) else {
                throw DiagnosticPages.unknownCodeError(setting.code)
            }
            if setting.severity != .error, !code.canBeSuppressed {
                throw ValidationError("'\(code)' is always an error, because a flow with it cannot run")
            }
            if setting.severity == .ignored, code.defaultSeverity == .error {
                throw ValidationError(
                    "'\(code)' is an error, which cannot be ignored; to make it a warning, use \(code)=warning")
            }
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
package struct SeveritySetting: ExpressibleByArgument {
    package let code: String
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

/// Writes findings for users, and inspects them.
package enum Findings {
    /// Writes findings to standard output or standard error, with colors on a terminal.
    package static func write(_ diagnostics: [Diagnostic], in sources: SourceSet, to output: FileDescriptor) {
        guard !diagnostics.isEmpty else { return }
        let renderer = TerminalRenderer(usesColors: Console.hasColor(output))
        let text = SafeText(rendered: renderer.render(diagnostics, in: sources))
        if output == .standardOutput { Console.write(text) } else { Console.error(text) }
    }

    package static func hasErrors(_ diagnostics: [Diagnostic]) -> Bool {
        diagnostics.contains { $0.severity == .error }
    }
}

/// The documentation pages of findings.
package enum DiagnosticPages {
    /// Returns the page of a code in Markdown, or nil if the code is unknown.
    ///
    /// If the code has no page of its own, the result contains only its name and its summary.
    package static func page(for code: String) -> String? {
        guard let known = DiagnosticCode.allCodes.first(where: { $0.rawValue == code }) else { return nil }
        guard let page = EmbeddedFiles.pages[code] else { return "# \(code)\n\n\(known.summary)\n" }
        return withoutComments(page)
    }

    /// The names of all codes, sorted.
    package static var codes: [String] { DiagnosticCode.allCodes.map(\.rawValue) }

    /// Returns the error about an unknown code, which suggests similar codes or says where codes are shown.
    package static func unknownCodeError(_ code: String) -> ValidationError {
        let suggestion = NearNames.suggestion(for: code, among: codes)
        let help = suggestion.isEmpty ? "; each finding ends with its code in brackets" : suggestion
        return ValidationError("unknown finding '\(code)'" + help)
    }

    /// Returns a page without the comments for its authors, and with single blank lines. Examples are unchanged.
    private static func withoutComments(_ page: String) -> String {
        var lines: [Substring] = []
        var isExample = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isExample.toggle() }
            if !isExample, line.hasPrefix("<!--"), line.hasSuffix("-->") { continue }
            if !isExample, line.isEmpty, lines.last?.isEmpty == true { continue }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }
}
