/// A finding: a problem, its location, and suggested fixes.
package struct Diagnostic: Hashable, Sendable {
    /// A note attached to a finding, optionally with a location.
    package struct Note: Hashable, Sendable {
        /// The text of the note: lower case, no full stop.
        package let message: String
        /// The note's location, if any.
        package let range: SourceRange?

        /// Creates a note, by default without a location.
        package init(_ message: String, at range: SourceRange? = nil) {
            self.message = message
            self.range = range
        }
    }

    package let code: DiagnosticCode
    /// The severity. A bag applies the user's overrides to it.
    package var severity: Severity
    /// The location, as narrow as possible.
    package let range: SourceRange
    /// The finding in one sentence: lower case, no full stop, names in single quotes.
    package let message: String
    /// Names that the finding is about. The filter of consequential findings uses them instead of the message.
    package let subjects: [String]
    /// Notes, such as a counterexample or an earlier declaration.
    package var notes: [Note]
    /// Suggested fixes, such as similar names or permitted words.
    package var help: [String]

    /// Creates a finding with the default severity of its code.
    package init(
        _ code: DiagnosticCode,
        at range: SourceRange,
        _ message: String,
        subjects: [String] = [],
        notes: [Note] = [],
        help: [String] = []
    ) {
        self.code = code
        severity = code.defaultSeverity
        self.range = range
        self.message = message
        self.subjects = subjects
        self.notes = notes
        self.help = help
    }
}

/// A kind of finding, with a stable name, a severity and a rule.
///
/// Each module declares its codes as static constants: `FlowChecks` beside the checks that report them, other modules
/// in files of their own.
/// `.ci/generate` lists the codes in `DiagnosticCode.byModule`, and writes their tables and the starts of their pages.
package struct DiagnosticCode: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The name, in kebab case.
    package let rawValue: String
    /// The severity, unless the user overrides it.
    package let defaultSeverity: Severity
    /// The rule in one sentence.
    package let summary: String

    /// Whether a flow with a finding of this code can still run, because only its shape is unusual.
    ///
    /// Errors of such a code can become warnings.
    package let isAboutShape: Bool

    /// Whether an author can suppress findings of this code, since a flow with them can still run.
    package var canBeSuppressed: Bool { isAboutShape || defaultSeverity != .error }

    /// Declares a code, by default of an error that prevents a flow from running.
    package init(_ name: String, _ severity: Severity = .error, isAboutShape: Bool = false, summary: String = "") {
        rawValue = name
        defaultSeverity = severity
        self.isAboutShape = isAboutShape
        self.summary = summary
    }

    /// Creates a code with only a name, for lookups.
    package init(rawValue: String) { self.init(rawValue) }

    package var description: String { rawValue }

    /// Returns whether two codes have the same name.
    package static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the name, so that equal codes have equal hashes.
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

package enum Severity: String, Hashable, Sendable, CaseIterable {
    case error
    /// The compiler writes the table, but the author should check the flow.
    case warning
    /// The compiler does not show the finding.
    case ignored
}

/// The severities that the user chose.
///
/// A warning can become an error, or be ignored. An error can become a warning if a flow with this error can still run,
/// because the author may intend the shape of this flow. All other errors stay errors.
package struct SeverityOverrides: Hashable, Sendable {
    package var byCode: [DiagnosticCode: Severity]
    /// Whether every warning that is not ignored becomes an error. Errors that `byCode` makes warnings stay warnings.
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

/// Returns a number with a noun, such as `1 error` or `2 errors`.
package func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
