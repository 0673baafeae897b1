import FlowDiagnostics

/// The words of all findings about names; one function per kind of problem.
enum Findings {
    /// A name that stands for nothing.
    static func unknown(
        _ name: Name, _ what: String, _ code: DiagnosticCode, among known: some Sequence<String>, help: [String] = []
    ) -> Diagnostic {
        let near = NearNames.suggest(name.text, among: known)
        var lines = help
        if near.count == 1 {
            lines.append("there is \(article(what)) \(what) with a similar name: '\(near[0])'")
        } else if !near.isEmpty {
            lines.append("there are similar names: " + near.map { "'\($0)'" }.joined(separator: ", "))
        }
        return Diagnostic(code, at: name.range, "unknown \(what) '\(name.text)'", help: lines)
    }

    /// A name that was given before.
    static func duplicateName(_ name: Name, _ what: String, first: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: name.range, "the \(what) '\(name.text)' is declared twice",
            notes: first.map { [Diagnostic.Note("first declared here", at: $0)] } ?? [],
            help: ["give one of them another name"])
    }

    private static func article(_ noun: String) -> String {
        noun.utf8.first.map { "aeiou".utf8.contains($0) } == true ? "an" : "a"
    }
}
