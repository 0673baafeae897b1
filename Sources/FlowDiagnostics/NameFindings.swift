/// Findings about names that several phases report.
package enum NameFindings {
    /// A name without a declaration.
    package static func unknown(
        _ name: SourceName, _ what: String, _ code: DiagnosticCode, among known: some Sequence<String>,
        help: [String] = []
    ) -> Diagnostic {
        let near = NearNames.suggest(name.text, among: known)
        return Diagnostic(
            code, at: name.range, "unknown \(what) '\(name.text)'", subjects: [name.text],
            help: help + self.help(near: near))
    }

    /// The suggestion of similar names.
    package static func help(near: [String]) -> [String] {
        near.isEmpty ? [] : ["did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?"]
    }

    /// A name that was declared before.
    package static func duplicateName(_ name: SourceName, _ what: String, first: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: name.range, "the \(what) '\(name.text)' is declared twice", subjects: [name.text],
            notes: first.map { [Diagnostic.Note("first declared here", at: $0)] } ?? [],
            help: ["rename one of them"])
    }
}

extension DiagnosticCode {
    /// The same name twice.
    package static let duplicateName = DiagnosticCode(
        "duplicate-name", summary: "A name must be declared only once.")
}
