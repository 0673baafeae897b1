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
    /// The severity, after the overrides of its bag.
    package var severity: Severity
    /// The location, as narrow as possible.
    package let range: SourceRange
    /// The finding in one sentence: lower case, no full stop, names in single quotes.
    package let message: String
    /// The names that the message mentions, in their order.
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
