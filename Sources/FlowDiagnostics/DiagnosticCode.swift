/// The stable name of one kind of finding, with its weight and its rule in one sentence.
///
/// Every module declares the codes that it reports as static constants and lists them, so that a table of all
/// codes can be put together without a global registry.
package struct DiagnosticCode: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The name, kebab-case ASCII.
    package let rawValue: String
    /// The weight unless the user sets another.
    package let defaultSeverity: Severity
    /// The rule in one sentence.
    package let summary: String

    /// Whether an error of this code may be made a warning: it is about the shape of a flow that can be run all the same.
    package let isAboutShape: Bool

    /// Whether an author may silence a finding of this code at one place: a flow with it can be run all the same.
    package var canBeSilenced: Bool { isAboutShape || defaultSeverity != .error }

    /// Declares a code.
    package init(_ name: String, _ severity: Severity = .error, isAboutShape: Bool = false, summary: String = "") {
        rawValue = name
        defaultSeverity = severity
        self.isAboutShape = isAboutShape
        self.summary = summary
    }

    /// Makes a bare code from a name, for look-ups: codes are equal when their names are.
    package init(rawValue: String) { self.init(rawValue) }

    /// The name.
    package var description: String { rawValue }

    /// Codes are equal when their names are.
    package static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the name.
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
