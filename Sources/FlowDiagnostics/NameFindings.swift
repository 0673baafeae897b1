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
            help: help + self.help(what, near: near))
    }

    /// The suggestion of similar names.
    package static func help(_ what: String, near: [String]) -> [String] {
        guard let first = near.first else { return [] }
        guard near.count > 1 else { return ["there is \(article(what)) \(what) with a similar name: '\(first)'"] }
        return ["there are similar names: " + near.map { "'\($0)'" }.joined(separator: ", ")]
    }

    /// A name that was declared before.
    package static func duplicateName(_ name: SourceName, _ what: String, first: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: name.range, "the \(what) '\(name.text)' is declared twice", subjects: [name.text],
            notes: first.map { [Diagnostic.Note("first declared here", at: $0)] } ?? [],
            help: ["give one of them another name"])
    }

    private static func article(_ noun: String) -> String {
        noun.utf8.first.map { "aeiou".utf8.contains($0) } == true ? "an" : "a"
    }
}

extension DiagnosticCode {
    /// The same name twice.
    package static let duplicateName = DiagnosticCode(
        "duplicate-name", summary: "A name must be declared only once.")
}
