import FlowDiagnostics

/// The words of findings about names; one function for each kind of problem.
struct NameFindings {
    let symbols: SymbolTable

    /// A name that stands for nothing.
    func unknown(
        _ name: Name, _ kind: String, _ code: DiagnosticCode, among known: some Sequence<Symbol>, help: [String] = []
    ) -> Diagnostic {
        let text = symbols[name.symbol]
        let near = NearNames.suggest(text, among: symbols.texts(known))
        return Diagnostic(
            code, at: name.range, "unknown \(kind) '\(text)'", help: help + Self.help(kind, near: near))
    }

    /// A name that stands for nothing, among names in the order of the alphabet.
    func unknown(
        _ name: Name, _ kind: String, _ code: DiagnosticCode, sorted known: some Sequence<Symbol>, help: [String] = []
    ) -> Diagnostic {
        unknown(name, kind, code, among: symbols.sorted(known), help: help)
    }

    /// A text that is none of the words of a choice.
    func unknownWord(_ text: String, at range: SourceRange, among known: [Symbol]) -> Diagnostic {
        Diagnostic(
            .unknownWord, at: range, "unknown word '\(text)'",
            help: Self.help("word", near: NearNames.suggest(text, among: symbols.texts(known))))
    }

    /// A type of errors that nothing raises.
    func unknownError(_ name: Name, among known: [String]) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .unknownError, at: name.range, "unknown error '\(text)'",
            help: Self.help("error", near: NearNames.suggest(text, among: known)))
    }

    /// The names that were perhaps meant.
    static func help(_ kind: String, near: [String]) -> [String] {
        guard let first = near.first else { return [] }
        guard near.count > 1 else { return ["there is \(article(kind)) \(kind) with a similar name: '\(first)'"] }
        return ["there are similar names: " + near.map { "'\($0)'" }.joined(separator: ", ")]
    }

    private static func article(_ noun: String) -> String {
        noun.utf8.first.map { "aeiou".utf8.contains($0) } == true ? "an" : "a"
    }

    /// A name that was given before.
    func duplicate(_ name: Name, _ kind: String, first: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: name.range, "the \(kind) '\(symbols[name.symbol])' is declared twice",
            notes: first.map { [Diagnostic.Note("first declared here", at: $0)] } ?? [],
            help: ["give one of them another name"])
    }

    /// A node that does not exist, or not any more.
    func target(_ name: Name, _ composition: Composition) -> Diagnostic {
        if let removal = composition.removals[name.symbol] { return removed(name, at: removal) }
        let known = composition.nodes.filter { !$0.parts.isEmpty }.map(\.id.symbol)
        return unknown(name, "node", .unknownTarget, among: known)
    }

    /// A node that an extension takes away although something leads to it.
    func removed(_ name: Name, at removal: SourceRange) -> Diagnostic {
        Diagnostic(
            .unknownTarget, at: name.range, "the node '\(symbols[name.symbol])' is removed, but this still leads to it",
            notes: [Diagnostic.Note("removed here", at: removal)], help: ["keep the node, or replace what leads to it"])
    }

    /// A node that is written twice.
    func duplicateNode(_ id: Name, first: SourceRange) -> Diagnostic {
        Diagnostic(
            .duplicateNode, at: id.range, "the node '\(symbols[id.symbol])' is written twice",
            notes: [Diagnostic.Note("first written here", at: first)],
            help: ["give it another id, or say inherit=\"extend\" or inherit=\"replace\" where it is inherited"])
    }

    /// Something that should change an inherited node where there is none.
    func nothingInherited(_ name: Name, to verb: String, among known: some Sequence<Symbol>) -> Diagnostic {
        let near = NearNames.suggest(symbols[name.symbol], among: symbols.texts(known))
        return Diagnostic(
            .nothingInherited, at: name.range, "there is no inherited node '\(symbols[name.symbol])' to \(verb)",
            help: Self.help("node", near: near))
    }
}
