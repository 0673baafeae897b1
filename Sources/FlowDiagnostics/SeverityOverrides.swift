/// The user's wishes about the weight of findings.
///
/// A warning can be made an error or be ignored. An error stays an error unless its code is about the shape of a flow: such a
/// flow can be run, so that its author may say that the shape is meant. Everything else must not depend on a switch.
package struct SeverityOverrides: Hashable, Sendable {
    /// The wished severity by code.
    package var byCode: [DiagnosticCode: Severity]
    /// True when every warning that is not ignored counts as an error.
    package var warningsAsErrors: Bool

    /// Makes a set of wishes; without arguments, none.
    package init(byCode: [DiagnosticCode: Severity] = [:], warningsAsErrors: Bool = false) {
        self.byCode = byCode
        self.warningsAsErrors = warningsAsErrors
    }

    /// The severity that a finding of a code has under these wishes.
    package func severity(of code: DiagnosticCode, reportedAs severity: Severity) -> Severity {
        if severity == .error, !code.isAboutShape { return .error }
        let wished = byCode[code] ?? severity
        if severity == .error { return wished == .ignored ? .warning : wished }
        return wished == .warning && warningsAsErrors ? .error : wished
    }
}
