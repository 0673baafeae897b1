/// A kind of finding, with a stable name, a severity and a rule.
///
/// Each module declares its codes as static constants, beside what reports them. `.ci/generate` lists them in
/// `DiagnosticCode.byModule`, and writes their tables and the beginnings of their pages.
package struct DiagnosticCode: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The name, in kebab case.
    package let rawValue: String
    /// The severity, unless the user overrides it.
    package let defaultSeverity: Severity
    /// The rule in one sentence.
    package let summary: String

    /// Whether a finding of this code concerns the shape of a flow that can still run.
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
