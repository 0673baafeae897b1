/// The findings about names that several phases report.
package enum NameFindings {
    /// Creates a finding about a name of a kind, such as `handler`, that is not declared.
    ///
    /// The finding has the given help, and suggests similar names among the known ones.
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

    /// Creates a finding about a name of a kind, such as `handler`, that was declared before at `first`.
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
