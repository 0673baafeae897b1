/// The severities that the user chose.
///
/// A warning can become an error, or be ignored. An error can become a warning if its code concerns the shape of a flow
/// that can still run, since the author may intend that shape. All other errors stay errors.
package struct SeverityOverrides: Hashable, Sendable {
    /// The severities by code.
    package var byCode: [DiagnosticCode: Severity]
    /// Whether every warning that is not ignored becomes an error.
    package var warningsAsErrors: Bool

    /// Creates overrides; by default, no severity is overridden.
    package init(byCode: [DiagnosticCode: Severity] = [:], warningsAsErrors: Bool = false) {
        self.byCode = byCode
        self.warningsAsErrors = warningsAsErrors
    }

    /// Returns the severity that these overrides give to a finding, which a check reported with `severity`.
    package func severity(of code: DiagnosticCode, reportedAs severity: Severity) -> Severity {
        if severity == .error, !code.isAboutShape { return .error }
        let chosen = byCode[code] ?? severity
        // An error about the shape of a flow can become a warning, but cannot be ignored.
        if severity == .error { return chosen == .ignored ? .warning : chosen }
        return chosen == .warning && warningsAsErrors ? .error : chosen
    }
}
