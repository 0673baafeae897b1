/// One finding: what is wrong, where, and what to do about it.
package struct Diagnostic: Hashable, Sendable {
    /// A remark that belongs to a finding, with a place of its own where it has one.
    package struct Note: Hashable, Sendable {
        /// The remark, lower case, without a full stop.
        package let message: String
        /// The place that the remark is about, if there is one.
        package let range: SourceRange?

        /// Makes a note.
        package init(_ message: String, at range: SourceRange? = nil) {
            self.message = message
            self.range = range
        }
    }

    /// The kind of finding.
    package let code: DiagnosticCode
    /// The weight, after the overrides of the bag that it was added to.
    package var severity: Severity
    /// The place meant, as small as possible.
    package let range: SourceRange
    /// The finding in one sentence: lower case, no full stop, names in single quotes.
    package let message: String
    /// The names that a finding about names or structure is about, in the order of the message.
    package let subjects: [String]
    /// Remarks: the path of a counterexample, an earlier declaration.
    package var notes: [Note]
    /// Ways out: near names, allowed words, an obvious repair.
    package var help: [String]

    /// Makes a finding with the default severity of its code.
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
