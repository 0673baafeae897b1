/// A kind of finding: its stable name, severity and rule.
///
/// Each module declares its codes as static constants and lists them, so that a table of all codes needs no global
/// registry.
package struct DiagnosticCode: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The name, kebab-case ASCII.
    package let rawValue: String
    /// The severity, unless the user overrides it.
    package let defaultSeverity: Severity
    /// The rule in one sentence.
    package let summary: String

    /// Whether errors of this code can become warnings.
    ///
    /// They concern the shape of a flow that can still run.
    package let isAboutShape: Bool

    /// Whether an author can suppress the code at one location.
    ///
    /// A flow with such a finding can still run.
    package var canBeSilenced: Bool { isAboutShape || defaultSeverity != .error }

    /// Declares a code.
    package init(_ name: String, _ severity: Severity = .error, isAboutShape: Bool = false, summary: String = "") {
        rawValue = name
        defaultSeverity = severity
        self.isAboutShape = isAboutShape
        self.summary = summary
    }

    /// Creates a bare code for lookups; codes are equal if their names are.
    package init(rawValue: String) { self.init(rawValue) }

    package var description: String { rawValue }

    /// Whether the names are equal.
    package static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool { left.rawValue == right.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
