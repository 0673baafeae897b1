import FlowDiagnostics

/// The words of all findings about names; one function per kind of problem.
enum Findings {
    /// A name that stands for nothing.
    static func unknown(
        _ name: Name, _ what: String, _ code: DiagnosticCode, among known: some Sequence<String>, help: [String] = []
    ) -> Diagnostic {
        let near = NearNames.suggest(name.text, among: known)
        return Diagnostic(
            code, at: name.range, "unknown \(what) '\(name.text)'", subjects: [name.text],
            help: help + self.help(what, near: near))
    }

    /// The names that were perhaps meant.
    static func help(_ what: String, near: [String]) -> [String] {
        guard let first = near.first else { return [] }
        guard near.count > 1 else { return ["there is \(article(what)) \(what) with a similar name: '\(first)'"] }
        return ["there are similar names: " + near.map { "'\($0)'" }.joined(separator: ", ")]
    }

    /// A name that was given before.
    static func duplicateName(_ name: Name, _ what: String, first: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: name.range, "the \(what) '\(name.text)' is declared twice", subjects: [name.text],
            notes: first.map { [Diagnostic.Note("first declared here", at: $0)] } ?? [],
            help: ["give one of them another name"])
    }

    /// A node that an extension takes away although something leads to it.
    static func removedNode(_ name: Name, at removal: SourceRange) -> Diagnostic {
        Diagnostic(
            .unknownTarget, at: name.range, "the node '\(name.text)' is removed, but this still leads to it",
            subjects: [name.text], notes: [Diagnostic.Note("removed here", at: removal)],
            help: ["keep the node, or replace what leads to it"])
    }

    private static func article(_ noun: String) -> String {
        noun.utf8.first.map { "aeiou".utf8.contains($0) } == true ? "an" : "a"
    }
}
