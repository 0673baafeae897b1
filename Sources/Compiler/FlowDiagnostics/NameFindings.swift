/// The findings about names that several phases report.
package enum NameFindings {
    /// Creates a finding about an undeclared name. `kind` says what the name should refer to, such as `handler`.
    ///
    /// The help of the finding is the given help, followed by names in `known` that are similar.
    package static func unknown(
        _ name: SourceName, _ kind: String, _ code: DiagnosticCode, among known: some Sequence<String>,
        help: [String] = []
    ) -> Diagnostic {
        let near = NearNames.suggest(name.text, among: known)
        return Diagnostic(
            code, at: name.range, "unknown \(kind) '\(name.text)'", subjects: [name.text],
            help: help + self.help(near: near))
    }

    /// Returns help text that suggests similar names, or an empty array if there are none.
    package static func help(near: [String]) -> [String] {
        near.isEmpty ? [] : ["did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?"]
    }

    /// Creates a finding about a second declaration. A note refers to the first one, unless its place `first` is nil.
    ///
    /// `kind` says what the name refers to, such as `handler`.
    package static func duplicateName(_ name: SourceName, _ kind: String, first: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: name.range, "the \(kind) '\(name.text)' is declared twice", subjects: [name.text],
            notes: first.map { [Diagnostic.Note("first declared here", at: $0)] } ?? [],
            help: ["rename one of them"])
    }
}

extension DiagnosticCode {
    /// A name is declared twice.
    package static let duplicateName = DiagnosticCode(
        "duplicate-name", summary: "A name must be declared only once.")
}
