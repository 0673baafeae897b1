/// The user's severities.
///
/// A warning can become an error or be ignored. An error can only change if its code concerns the shape of a flow that
/// can still run, since its author may intend that shape. No other error depends on an option.
package struct SeverityOverrides: Hashable, Sendable {
    /// The severities by code.
    package var byCode: [DiagnosticCode: Severity]
    /// Whether every warning that is not ignored becomes an error.
    package var warningsAsErrors: Bool

    /// Creates overrides; by default none.
    package init(byCode: [DiagnosticCode: Severity] = [:], warningsAsErrors: Bool = false) {
        self.byCode = byCode
        self.warningsAsErrors = warningsAsErrors
    }

    /// Returns a finding's severity under these overrides.
    package func severity(of code: DiagnosticCode, reportedAs severity: Severity) -> Severity {
        if severity == .error, !code.isAboutShape { return .error }
        let wished = byCode[code] ?? severity
        if severity == .error { return wished == .ignored ? .warning : wished }
        return wished == .warning && warningsAsErrors ? .error : wished
    }
}
